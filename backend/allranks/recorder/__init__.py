"""What runs inside the sandbox: it watches Ray Train and tells the host. The only place that imports ray and torch."""
