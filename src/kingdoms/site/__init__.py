"""The page as a folder of static files, in which the games are played on the visitor's device. See docs/anywhere.md."""
