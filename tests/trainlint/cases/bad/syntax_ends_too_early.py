loss = 1.0 +
print(loss)
