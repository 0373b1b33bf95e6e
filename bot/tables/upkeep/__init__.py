"""What keeps tables going: deadlines that are over, mending, moving elsewhere, servers that come and go."""
