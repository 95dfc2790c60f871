import report from ray.train
