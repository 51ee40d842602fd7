"""The parts of benchmarks that several nodes on one PostgreSQL share."""
