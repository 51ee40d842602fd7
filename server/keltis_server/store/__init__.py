"""What is kept: the contract of a store, and each kind that fulfils it."""
