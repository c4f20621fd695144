"""The server's jars: fetched once by Maven into the user's cache, complete or not at all.

Maven checks every file's sum and resumes what was interrupted. The folder counts as complete only with a
list of its files, written last; a file that is missing or of another size makes it incomplete again.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from importlib.resources import as_file, files
from pathlib import Path

from graphkit.config import cache_folder
from graphkit.errors import LocalServerFailed
from graphkit.model import Report, silent

VERSION = "5.26.31"
"""The long-term version that graphkit is tested on."""
EXPECTED_JARS = {"5": 213}
"""Number of jars of the first line of versions: what progress is told against."""
EXPECTED_LATER = 251
_LIST = "complete.json"


def jars_folder(version: str = VERSION) -> Path:
    """Folder in the user's cache for the jars of a version, whether they are there or not."""
    return cache_folder() / f"neo4j-{version}" / "lib"


def is_complete(folder: Path) -> bool:
    """Whether the folder holds every jar of its list at its size."""
    try:
        sizes = json.loads((folder / _LIST).read_text("utf-8"))
        return bool(sizes) and all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError):
        return False


def ensure_jars(version: str = VERSION, *, report: Report = silent) -> Path:
    """Folder with all jars of a version; they are fetched if need be (120 to 145 MB, a minute or two).

    Raises ``LocalServerFailed`` without Maven, or if it fails; what was fetched is kept for the next try.
    """
    folder = jars_folder(version)
    if is_complete(folder):
        return folder
    maven = shutil.which("mvn")
    if maven is None:
        raise LocalServerFailed(
            "Fetching a Neo4j needs Maven (the program mvn), which is not installed. Install it, or connect to a "
            "server that runs already; nothing was started."
        )
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("graphkit.neo4jserver") / "assets" / "pom.xml") as pom:
        _fetch(maven, pom, version, folder, report)
    sizes = {jar.name: jar.stat().st_size for jar in sorted(folder.glob("*.jar"))}
    (folder / _LIST).write_text(json.dumps(sizes, indent=1), "utf-8")
    return folder


def _fetch(maven: str, pom: Path, version: str, folder: Path, report: Report) -> None:
    command = [
        maven,
        *("-q", "-B", "--strict-checksums", "-f", str(pom)),
        "dependency:copy-dependencies",
        f"-Dneo4j.version={version}",
        "-DincludeScope=runtime",
        f"-DoutputDirectory={folder}",
    ]
    expected = EXPECTED_JARS.get(version.partition(".")[0], EXPECTED_LATER)
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:  # noqa: S603
        reading = threading.Thread(target=lambda: said.extend(process.stdout or ()), daemon=True)
        reading.start()
        try:
            while process.poll() is None:
                report(min(len(list(folder.glob("*.jar"))), expected), expected, f"Fetching Neo4j {version}")
                reading.join(0.5)
        finally:
            if process.poll() is None:
                process.terminate()
            reading.join()
    if process.returncode:
        last = next((line.strip() for line in reversed(said) if line.strip()), "no message")
        raise LocalServerFailed(
            f"Maven could not fetch Neo4j {version}: {last[:300]}. What was fetched is kept; try again with a network."
        )
