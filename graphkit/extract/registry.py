"""Extraction methods by name: those of graphkit and those that other packages bring.

A package adds a method by an entry point of the group ``graphkit.extractors`` that names a
``graphkit.extract.method.Method``. A plugin that cannot be loaded is announced and stands in the list as
unavailable; the other methods are not touched. Importing this module loads no language model.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from graphkit.errors import BadRequest, UnknownMethod
from graphkit.extract.base import Extractor
from graphkit.extract.configuration import Option, options_of
from graphkit.extract.cooccurrence import COOCCURRENCE
from graphkit.extract.dependency import DEPENDENCY
from graphkit.extract.gazetteer import GAZETTEER
from graphkit.extract.llm import LLM
from graphkit.extract.method import Method
from graphkit.extract.ner import NER
from graphkit.extract.regex import REGEX
from graphkit.ids import graph_id
from graphkit.model import GraphId

GROUP = "graphkit.extractors"
BUILT_IN: tuple[Method, ...] = (REGEX, GAZETTEER, COOCCURRENCE, NER, DEPENDENCY, LLM)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MethodInfo:
    """A method for people: what to call it, what it does, what can be set, whether it can run here."""

    method: str
    aliases: tuple[str, ...]
    title: str
    description: str
    options: tuple[Option, ...]
    availability: str = ""
    """Why it cannot run here and what to do about it; empty when it can."""


@dataclass(frozen=True, slots=True)
class _Registry:
    methods: dict[str, Method]
    broken: dict[str, str]

    def find(self, name: str) -> tuple[Method, dict[str, object]] | None:
        """The method of that id or alias, with the defaults that the alias brings."""
        for method in self.methods.values():
            if name == method.method:
                return method, {}
            if name in method.aliases:
                return method, {**method.aliases[name]}
        return None


def create(method: str, **options: object) -> Extractor:
    """The extractor of a method (id or alias) with these options.

    Raises ``UnknownMethod``; ``BadRequest`` with all faults of the options, or if the method's plugin is broken.
    """
    registry = _registry()
    if method in registry.broken:
        raise BadRequest(registry.broken[method])
    found = registry.find(method)
    if found is None:
        raise UnknownMethod(method, [*registry.methods, *registry.broken])
    known, defaults = found
    return known.open(defaults | options)


def states_relations(method: str) -> bool:
    """Whether a method (id or alias) reads what a text states between names. Raises ``UnknownMethod``."""
    registry = _registry()
    if method in registry.broken:
        return False
    found = registry.find(method)
    if found is None:
        raise UnknownMethod(method, [*registry.methods, *registry.broken])
    return found[0].states_relations


def methods() -> dict[str, MethodInfo]:
    """All methods by id, those of graphkit first, then plugins by name, broken ones at the end."""
    registry = _registry()
    infos = {name: _info(method) for name, method in registry.methods.items()}
    for name, reason in registry.broken.items():
        infos[name] = MethodInfo(name, (), name, "A method from another package.", (), reason)
    return infos


def graph_of(extractor: Extractor) -> GraphId:
    """Identity of the graph that an extractor makes."""
    return graph_id(extractor.method, extractor.configuration, extractor.versions)


def _info(method: Method) -> MethodInfo:
    return MethodInfo(
        method.method,
        tuple(sorted(method.aliases)),
        method.title,
        method.description,
        options_of(method.configuration),
        method.availability(),
    )


@cache
def _registry() -> _Registry:
    registry = _Registry({m.method: m for m in BUILT_IN}, {})
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        _add_plugin(registry, entry)
    return registry


def _add_plugin(registry: _Registry, entry: EntryPoint) -> None:
    try:
        plugin = entry.load()
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything, and must not take the others along
        _announce(registry, entry, f"loading it raised {type(error).__name__}: {error}")
        return
    if not isinstance(plugin, Method):
        _announce(registry, entry, f"it is a {type(plugin).__name__} and not a graphkit.extract.method.Method")
        return
    taken = [name for name in (plugin.method, *plugin.aliases) if registry.find(name)]
    if taken:
        _announce(registry, entry, f"the name {taken[0]!r} is taken")
        return
    registry.methods[plugin.method] = plugin


def _announce(registry: _Registry, entry: EntryPoint, why: str) -> None:
    message = (
        f"The extraction method {entry.name!r} from {entry.value!r} cannot be used: {why}. "
        "Repair or remove its package; the other methods work."
    )
    _log.warning(message)
    if registry.find(entry.name) is None:
        registry.broken[entry.name] = message
