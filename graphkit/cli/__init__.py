"""The command line: options in, one library call, text or JSON out."""
