"""The referee over HTTP."""
