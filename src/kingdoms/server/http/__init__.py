"""HTTP: connections and sockets, checks of requests, the files of the page, the log and metrics."""
