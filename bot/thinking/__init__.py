"""Thinking beside everything else: computer players decide in processes of their own, or in a thread."""
