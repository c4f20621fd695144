"""Encrypted connections to a real server: own authorities, any certificate, certificates of one's own, and none."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from neo4j_for_tests import START_LIMIT_S, new_server

from graphkit.config import GraphConfig
from graphkit.errors import BadRequest, BadStoreUri, StoreUnavailable
from graphkit.neo4jserver.server import Neo4jServer, free_port
from graphkit.store.neo4j_server import look
from graphkit.store.open import open_store

PASSWORD = "right-password"


@dataclass(frozen=True, slots=True)
class Certificates:
    """A throwaway authority, what it signed for the server and for a client, and one that it did not sign."""

    folder: Path

    def __getattr__(self, name: str) -> str:
        return str(self.folder / f"{name}.pem")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl on this machine")
    folder = tmp_path_factory.mktemp("certificates")

    def run(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("authority", "stranger"):
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
            "-keyout", f"{name}_key.pem", "-out", f"{name}.pem")  # fmt: skip
    (folder / "names.txt").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    for name in ("server", "client"):
        run("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}_key.pem",
            "-out", f"{name}.csr")  # fmt: skip
        run("x509", "-req", "-days", "2", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority_key.pem",
            "-CAcreateserial", "-extfile", "names.txt", "-out", f"{name}.pem")  # fmt: skip
    run("rsa", "-aes256", "-passout", "pass:key-word", "-in", "client_key.pem", "-out", "locked_key.pem")
    return Certificates(folder)


def started(made: Certificates, **extra: str) -> Neo4jServer:
    """A server with the certificate of the authority."""
    server = new_server(
        password=PASSWORD,
        scheme="bolt+ssc" if extra["server.bolt.tls_level"] == "REQUIRED" else "bolt",
        **{"dbms.ssl.policy.bolt.enabled": "true", "dbms.ssl.policy.bolt.base_directory": "tls", **extra},
    )
    folder = server.home / "tls"
    (folder / "trusted").mkdir(parents=True)
    (folder / "revoked").mkdir()
    shutil.copy(made.server_key, folder / "private.key")
    shutil.copy(made.server, folder / "public.crt")
    shutil.copy(made.authority, folder / "trusted" / "authority.crt")
    server.start(limit_s=START_LIMIT_S)
    return server


@pytest.fixture(scope="module")
def encrypted(made: Certificates) -> Iterator[Neo4jServer]:
    """A server that speaks TLS only."""
    server = started(made, **{"server.bolt.tls_level": "REQUIRED", "dbms.ssl.policy.bolt.client_auth": "NONE"})
    yield server
    server.remove()


def config(server: Neo4jServer, scheme: str, **more: str) -> GraphConfig:
    return GraphConfig.from_env({}, uri=f"{scheme}://127.0.0.1:{server.port}", password=PASSWORD, **more)


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_a_server_of_ones_own_authority_is_trusted_by_its_certificate(
    encrypted: Neo4jServer, made: Certificates, scheme: str
) -> None:
    store = open_store(config(encrypted, scheme, ca_file=made.authority))
    assert store.uri == f"{scheme}://127.0.0.1:{encrypted.port}"
    assert store.corpora() == []
    store.close()


@pytest.mark.parametrize("scheme", ["bolt+ssc", "neo4j+ssc"])
def test_any_certificate_is_trusted_when_asked(encrypted: Neo4jServer, scheme: str) -> None:
    assert look(config(encrypted, scheme)).edition == "community"


@pytest.mark.parametrize("ca", [None, "stranger"])
def test_a_certificate_that_nobody_vouches_for_is_refused_and_explained(
    encrypted: Neo4jServer, made: Certificates, ca: str | None
) -> None:
    more = {"ca_file": getattr(made, ca)} if ca else {}
    with pytest.raises(StoreUnavailable, match=r"certificate that is not trusted: .*GRAPHKIT_NEO4J_CA") as caught:
        open_store(config(encrypted, "bolt+s", **more))
    assert PASSWORD not in str(caught.value)


def test_a_certificate_for_another_name_is_refused(encrypted: Neo4jServer, made: Certificates) -> None:
    by_name = GraphConfig(
        uri=f"bolt+s://localhost.localdomain:{encrypted.port}", password=PASSWORD, ca_file=made.authority
    )
    with pytest.raises(StoreUnavailable):
        look(by_name)


def test_a_server_that_wants_encryption_refuses_a_plain_connection(encrypted: Neo4jServer) -> None:
    with pytest.raises(StoreUnavailable, match="No Neo4j server answers"):
        look(config(encrypted, "bolt"))


def test_files_that_are_no_certificates_are_named(encrypted: Neo4jServer, made: Certificates, tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("no certificate")
    with pytest.raises(BadRequest, match=r"ca_file names '/nowhere\.pem', which is no file that can be read"):
        open_store(config(encrypted, "bolt+s", ca_file="/nowhere.pem"))
    for given in ({"ca_file": str(nonsense)}, {"certificate_file": str(nonsense)}, {"certificate_file": made.client}):
        with pytest.raises(BadStoreUri, match=r"A certificate or key for .* cannot be used"):
            open_store(config(encrypted, "bolt+s", **given))
    with pytest.raises(BadStoreUri, match="cannot be used"):
        look(config(encrypted, "bolt+s", certificate_file=made.client, key_file=made.locked_key))
    with pytest.raises(BadRequest, match=r"Write bolt\+s://"):
        open_store(config(encrypted, "bolt", ca_file=made.authority))
    with pytest.raises(BadRequest, match="without its certificate_file"):
        open_store(config(encrypted, "bolt+s", key_file=made.client_key))


def test_encryption_where_nobody_speaks_it_is_explained(made: Certificates) -> None:
    with pytest.raises(StoreUnavailable, match="No Neo4j server answers"):
        look(GraphConfig(uri=f"bolt+s://127.0.0.1:{free_port()}", ca_file=made.authority))


@pytest.mark.slow
def test_a_server_that_asks_for_a_certificate_gets_one(made: Certificates) -> None:
    server = started(made, **{"server.bolt.tls_level": "OPTIONAL", "dbms.ssl.policy.bolt.client_auth": "REQUIRE"})
    try:
        with pytest.raises(StoreUnavailable):
            look(config(server, "bolt+s", ca_file=made.authority))
        trusted = {"ca_file": made.authority, "certificate_file": made.client}
        assert look(config(server, "bolt+s", **trusted, key_file=made.client_key)).edition == "community"
        locked = {**trusted, "key_file": made.locked_key}
        assert look(config(server, "bolt+ssc", certificate_file=made.client, key_file=made.client_key)).nodes == 0
        assert look(config(server, "bolt+s", **locked, key_password="key-word")).edition == "community"
        with pytest.raises(BadStoreUri, match="cannot be used") as caught:
            look(config(server, "bolt+s", **locked, key_password="wrong-word"))
        assert "wrong-word" not in str(caught.value)
    finally:
        server.remove()
