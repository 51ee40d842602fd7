"""The parts of the benchmark of doors: the servers compared, their visitors, their costs."""
