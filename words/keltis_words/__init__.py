"""What people read: gettext for each reader, catalogues, and every game put into words."""
