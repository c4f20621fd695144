"""A small graph of films in Neo4j, made by hand and not by graphkit: what people have, with all that is odd in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j import Driver, GraphDatabase

from graphkit.config import GraphConfig

STUDIO = "Sound `Stage`"
HOSTILE = "<img src=x onerror=alert(1)> `x` [a](b)"
LABELS = ("Movie", "Actor", STUDIO, "L\\u0060x", "Heirloom")
TYPES = ("PLAYED_IN", "SHOT AT `N`", "LIKES")
FILMS = """
    CREATE (silent:Movie {title: 'The Silent Harbour', year: 1971, tags: ['sea', 'drama'],
                premiere: date('1971-05-01')}),
           (winter:Movie:Heirloom {title: 'Winter Engine', year: 1984, place: point({latitude: 1.5, longitude: 2.5})}),
           (twice:Movie {title: ['Two', 'Names']}),
           (nameless:Movie),
           (number:Movie {title: 1984}),
           (greta:Actor {name: 'Greta Brenner', born: 1940}),
           (olga:Actor {name: 'Olga Cordova'}),
           (hostile:Actor {name: $hostile}),
           (alone:Actor {name: 'Alone'}),
           (stage:`Sound ``Stage``` {name: 'Stage'}),
           (odd:`L\\u005cu0060x` {name: 'Odd'}),
           (greta)-[:PLAYED_IN {scenes: 3, roles: ['Captain']}]->(silent),
           (greta)-[:PLAYED_IN {scenes: 40}]->(winter),
           (olga)-[:PLAYED_IN {scenes: 'many'}]->(winter),
           (greta)-[:LIKES]->(olga), (olga)-[:LIKES]->(greta), (greta)-[:LIKES]->(greta),
           (hostile)-[:PLAYED_IN]->(twice),
           (silent)-[:`SHOT AT ``N```]->(stage),
           (odd)-[:LIKES]->(stage)
"""
EVERYTHING = """
    MATCH (n) WHERE any(label IN labels(n) WHERE label IN $labels)
    OPTIONAL MATCH (n)-[r]->(m)
    RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties, elementId(r) AS edge, type(r) AS type,
           properties(r) AS edge_properties, elementId(m) AS target ORDER BY id, edge
"""
REMOVE = "MATCH (n) WHERE any(label IN labels(n) WHERE label IN $labels) DETACH DELETE n"


@contextmanager
def films(config: GraphConfig) -> Iterator[Driver]:
    """The films on a server, with a driver that may write; they are removed at the end."""
    auth = (config.user, config.password) if config.password else None
    with GraphDatabase.driver(config.uri, auth=auth, notifications_min_severity="OFF") as driver:
        driver.execute_query(REMOVE, labels=list(LABELS), database_="neo4j")
        driver.execute_query("CREATE INDEX films_actor IF NOT EXISTS FOR (n:Actor) ON (n.name)", database_="neo4j")
        driver.execute_query("CALL db.awaitIndexes(60)", database_="neo4j")
        driver.execute_query(FILMS, hostile=HOSTILE, database_="neo4j")
        try:
            yield driver
        finally:
            driver.execute_query(REMOVE, labels=list(LABELS), database_="neo4j")
            driver.execute_query("DROP INDEX films_actor IF EXISTS", database_="neo4j")


def everything(driver: Driver) -> list[dict[str, object]]:
    """All of the films: every label, property and relationship, for comparing before and after."""
    return [row.data() for row in driver.execute_query(EVERYTHING, labels=list(LABELS), database_="neo4j").records]
