x = 1
print(f"größe {x y}")
