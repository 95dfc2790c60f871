from ray import train, tune
from ray.air.integrations.wandb import WandbLoggerCallback


class Print(tune.Callback):
    def on_trial_result(self, iteration, trials, trial, result, **info):
        print(result)


callbacks = [Print(), WandbLoggerCallback(project="first")]
config = train.RunConfig(name="first", callbacks=callbacks)
