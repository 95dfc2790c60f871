from ray import air, tune


def trial(config):
    tune.report({"loss": config["lr"]})


tune.Tuner(
    trial,
    param_space={"lr": tune.grid_search([0.1, 0.01])},
    run_config=air.RunConfig(name="search", checkpoint_config=air.CheckpointConfig(num_to_keep=1)),
).fit()
