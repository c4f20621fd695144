"""A group whose commands are loaded when they are asked for, so that help and every command start at once.

Nothing imports ``graphkit.cli``, so a late import can hide no circle here; a test loads every command of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import click


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command lives, and what it is for in a few words."""

    module: str
    attribute: str
    help: str

    def load(self) -> click.Command:
        """The command itself."""
        found = getattr(import_module(self.module), self.attribute)
        if not isinstance(found, click.Command):
            raise TypeError(f"{self.module}.{self.attribute} is no command")
        return found


class LateGroup(click.Group):
    """A group that knows its commands by their places, in the order in which help lists them."""

    places: dict[str, Place]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table, then those that were added."""
        return [*self.places, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now."""
        place = self.places.get(cmd_name)
        return place.load() if place else super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.help) for name, place in self.places.items()])
