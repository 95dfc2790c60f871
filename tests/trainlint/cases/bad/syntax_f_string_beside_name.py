epoch = 1
print(epoch f"of {epoch}")
