"""Facts made ready for reading: sentences that prove them, what stands around a name, where it is seen."""
