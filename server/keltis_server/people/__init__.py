"""Who comes in: visits, accounts, names."""
