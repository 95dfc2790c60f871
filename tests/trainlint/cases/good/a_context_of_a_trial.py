from ray import train, tune


def trial(config):
    context = tune.get_context()
    print(context.get_trial_name(), context.get_trial_dir())
    tune.report({"loss": 0.1})


def train_loop():
    context = train.get_context()
    print(context.get_experiment_name(), context.get_storage())
    checkpoint = train.get_checkpoint()
    if checkpoint:
        print(checkpoint.get_metadata())
    train.report({"loss": 0.1})


tune.Tuner(trial).fit()
