def train_loop():
    x = 1
      y = 2
