from ray import train


def get_rank():
    return train.get_context().get_world_rank()


def leaves_the_function():
    if get_rank() != 0:
        return
    train.report({"loss": 0.0})


def leaves_the_round():
    for epoch in range(3):
        if get_rank() > 0:
            print("not mine")
            continue
        train.report({"epoch": epoch})


def leaves_the_loop():
    while True:
        with open("log") as log:
            if get_rank() == 0:
                log.read()
            else:
                break
            train.report({"loss": 0.0})
