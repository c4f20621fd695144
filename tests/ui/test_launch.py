"""How the application's server is started."""

import socket
import sys
from pathlib import Path

import pytest

from graphkit.errors import PortInUse
from graphkit.ui.launch import config_options, launch, require_free_port
from graphkit.ui.location import ICON, application_folder


def test_the_server_starts_on_this_machine_alone_whatever_the_current_folder() -> None:
    started = launch(port=8600, store_uri="memory://", environment={"HOME": "/home/ada"})
    assert started.arguments[:4] == (sys.executable, "-P", "-m", "graphkit.ui.serve")
    assert started.arguments[4:6] == ("run", str(application_folder() / "app.py"))
    assert started.environment == {"HOME": "/home/ada", "GRAPHKIT_STORE_URI": "memory://"}
    flags = started.arguments[6:]
    assert "--server.port=8600" in flags
    assert [flag for flag in flags if flag.startswith("--server.address")] == ["--server.address=127.0.0.1"]
    assert "--browser.gatherUsageStats=false" in flags
    assert [flag for flag in flags if "allowedHosts" in flag] == [
        "--server.allowedHosts=localhost",
        "--server.allowedHosts=127.0.0.1",
    ]


def test_options_are_flattened_from_the_configuration_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '[server]\nport = 1\nflag = true\nhosts = ["a", "b"]\n[theme.dark]\nx = "#fff"\ny = ["#000", "#111"]\n'
    )
    assert list(config_options(file)) == [
        ("server.port", ["1"]),
        ("server.flag", ["true"]),
        ("server.hosts", ["a", "b"]),
        ("theme.dark.x", ["#fff"]),
        ("theme.dark.y", ['["#000", "#111"]']),
    ]


def test_a_port_that_is_used_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=rf"^Port {port} is used by another program\. Choose another one with"):
            require_free_port(port)
    require_free_port(port)


def test_the_icon_is_a_local_picture() -> None:
    assert ICON.read_text("utf-8").startswith("<svg")
