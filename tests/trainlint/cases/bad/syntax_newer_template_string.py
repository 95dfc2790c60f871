name = "loss"
print(t"{name}")
