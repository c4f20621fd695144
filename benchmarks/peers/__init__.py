"""Published packages that do parts of the same work, each in an environment of its own, driven by a script of ours.

An environment is made once from ``locks/NAME.lock`` (versions and hashes) in the user's cache; a driver in
``drivers/`` runs inside it, reads its job as JSON and answers with measurements and with what the package answered,
so that right and wrong are decided here, by one truth for all.
"""
