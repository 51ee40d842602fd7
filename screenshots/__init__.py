"""Pictures of the app, made by `make screenshots` and never by hand."""
