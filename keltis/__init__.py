"""The command `keltis`: the one place that knows every room of the house."""
