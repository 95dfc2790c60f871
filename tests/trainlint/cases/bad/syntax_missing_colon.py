def train_loop(config)
    print(config)
