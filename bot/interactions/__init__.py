"""What every press and command needs: records of components, replies, services, bounds of what is typed."""
