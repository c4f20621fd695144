"""What a method tells about itself, and how an extractor is made from options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphkit.extract.base import Extractor
from graphkit.extract.configuration import C, Configuration, checked
from graphkit.model import JsonValue


def always_available() -> str:
    """Availability of a method that needs nothing beside graphkit."""
    return ""


@dataclass(frozen=True, slots=True)
class Method:
    """An extraction method as the registry and plugins know it.

    ``aliases`` are further names; an alias brings its own defaults, which given options override.
    ``availability`` tells in a sentence why the method cannot run here, or is empty. ``states_relations`` is true of
    methods that read what a text states between names, not only which names stand together.
    """

    method: str
    title: str
    description: str
    configuration: type[Configuration]
    open: Callable[[Mapping[str, object]], Extractor]
    aliases: Mapping[str, Mapping[str, JsonValue]]
    availability: Callable[[], str] = always_available
    states_relations: bool = False


def method_of(
    method: str,
    *,
    title: str,
    description: str,
    configuration: type[C],
    extractor: Callable[[C], Extractor],
    aliases: Mapping[str, Mapping[str, JsonValue]] | None = None,
    availability: Callable[[], str] = always_available,
    states_relations: bool = False,
) -> Method:
    """A method whose extractor is made from a checked configuration."""

    def open_extractor(options: Mapping[str, object]) -> Extractor:
        return extractor(checked(configuration, options, method))

    return Method(
        method, title, description, configuration, open_extractor, aliases or {}, availability, states_relations
    )
