"""citegate: a build gate that refuses citations a reader could not follow to the exact sentence."""
