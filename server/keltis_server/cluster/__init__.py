"""Several processes as one server: what they tell one another."""
