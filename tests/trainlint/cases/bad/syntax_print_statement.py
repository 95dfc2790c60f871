print "loss", 1
