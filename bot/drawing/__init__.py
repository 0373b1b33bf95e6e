"""Drawing of pictures in separate processes, which import only this package and what it needs, to save memory."""
