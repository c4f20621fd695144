"""What graphkit's own extractors share: an id, a checked configuration, and versions that decide the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from graphkit.extract.configuration import C
from graphkit.model import JsonValue


class ConfiguredExtractor(Generic[C]):
    """An extractor without its ``extract``. ``models`` holds the version of every model that may read a text."""

    def __init__(self, method: str, version: str, configuration: C, models: Mapping[str, str] | None = None) -> None:
        self._method = method
        self._version = version
        self._configuration = configuration
        self._models = dict(models or {})

    @property
    def method(self) -> str:
        """Id of the method."""
        return self._method

    @property
    def configuration(self) -> Mapping[str, JsonValue]:
        """All options with their values."""
        return self._configuration.as_json()

    @property
    def versions(self) -> Mapping[str, str]:
        """Version of the rules and of every model that may read a text."""
        return {self._method: self._version, **self._models}
