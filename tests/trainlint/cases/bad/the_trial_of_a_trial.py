from ray import train, tune


def trial(config):
    name = train.get_context().get_trial_name()
    tune.report({"length": len(name)})


tune.Tuner(trial).fit()
