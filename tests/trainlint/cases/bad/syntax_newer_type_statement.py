type Metrics = dict[str, float]
