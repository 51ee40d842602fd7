"""`keltis join`: the app on your own machine, the table on a server."""
