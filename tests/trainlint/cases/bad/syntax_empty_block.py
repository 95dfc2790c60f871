for epoch in range(3):
print(epoch)
