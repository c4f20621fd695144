"""A Neo4j Community server of one's own on this machine: for people without one, and for tests."""
