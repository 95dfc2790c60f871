from ray import train, tune
from ray.tune.logger import JsonLoggerCallback


class Print(train.UserCallback):
    def after_report(self, run_context, metrics, checkpoint):
        print(metrics)


def trial(config):
    tune.report({"loss": 0.1})


config = train.RunConfig(name="first", callbacks=[Print()])
tune.Tuner(trial, run_config=tune.RunConfig(callbacks=[JsonLoggerCallback()])).fit()
