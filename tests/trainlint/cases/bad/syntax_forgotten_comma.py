config = {
    "lr": 0.1
    "epochs": 3,
}
