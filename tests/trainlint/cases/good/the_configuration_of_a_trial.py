from ray import tune


def trial(config):
    tune.report({"loss": config["lr"]})


results = tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
best = results.get_best_result("loss", "min")
print(best.config)
