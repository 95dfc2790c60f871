print(“loss”)
