metrics = {"loss": 1.0}
print(f"loss: {metrics["loss"]}")
