name = 'größe
print(name)
