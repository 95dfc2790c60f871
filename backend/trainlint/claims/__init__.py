"""What can be claimed of a source, one kind a file; the kind is the file's name."""
