"""Mail: one body, readable headers, text attachments."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from graphkit.errors import DocumentTooLarge
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.read import read

from .making import nested_mail

HEAD = "Plans\n\nFrom: Ann Lee <ann@example.org>\nTo: Bob <bob@example.org>"


def read_mail(content: bytes) -> ReadResult:
    return read(Source.of_upload("made.eml", content))


def message() -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Plans", "Ann Lee <ann@example.org>", "Bob <bob@example.org>"
    return mail


def test_the_plain_part_is_taken_and_html_only_without_it() -> None:
    both, markup = message(), message()
    both.set_content("plain words")
    both.add_alternative("<p>other words</p>", subtype="html")
    markup.set_content("<p>only <b>markup</b></p>", subtype="html")
    assert read_mail(both.as_bytes()).document.text == f"{HEAD}\n\nplain words"
    assert read_mail(markup.as_bytes()).document.text == f"{HEAD}\n\nonly markup"


def test_text_attachments_are_read_and_all_are_listed() -> None:
    mail = message()
    mail.set_content("see below")
    mail.add_attachment("the list", filename="../../list.txt")
    mail.add_attachment(b"\x00\x01", maintype="image", subtype="png", filename="map.png")
    document = read_mail(mail.as_bytes()).document
    assert document.text == f"{HEAD}\n\nsee below\n\nlist.txt\n\nthe list"
    assert document.metadata["attachments"] == [
        {"name": "list.txt", "media_type": "text/plain", "bytes": 9},
        {"name": "map.png", "media_type": "image/png", "bytes": 2},
    ]


def test_a_forwarded_mail_is_read_with_its_headers() -> None:
    inner, outer = message(), message()
    inner.replace_header("Subject", "First")
    inner.set_content("inner words")
    outer.set_content("outer words")
    outer.add_attachment(inner)
    text = read_mail(outer.as_bytes()).document.text
    assert text == f"{HEAD}\n\nouter words\n\n{HEAD.replace('Plans', 'First')}\n\ninner words"


def test_encoded_headers_are_decoded_and_kept_as_metadata() -> None:
    document = read_mail(
        b"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nFrom: a@example.org\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nHi"
    )
    result = document.document
    assert result.title == "Grüße"
    assert result.metadata["from"] == "a@example.org"
    assert result.text.startswith("Grüße\n\nFrom: a@example.org\nDate: Mon, 0")


@pytest.mark.parametrize(
    "content",
    [
        "Subject: Plans\nFrom: a@example.org\n\nNaïve words".encode("utf-16"),
        b"Subject: Plans\nFrom: a@example.org\nContent-Type: text/plain; charset=us-ascii\n\nNa\xefve words",
        b"Subject: Plans\nFrom: a@example.org\nContent-Type: text/plain; charset=nonsense\n\nNa\xc3\xafve words",
        b"\n\nSubject: Plans\nFrom: a@example.org\n\nNa\xc3\xafve words",
    ],
    ids=["UTF-16", "bytes beyond the declared", "unknown charset", "blank lines on top"],
)
def test_a_mail_in_a_wrong_or_odd_encoding_is_read(content: bytes) -> None:
    assert read_mail(content).document.text == "Plans\n\nFrom: a@example.org\n\nNaïve words"


def test_an_encrypted_body_is_no_text() -> None:
    body = b"Subject: Plans\nFrom: a@example.org\n\n-----BEGIN PGP MESSAGE-----\nhQEMA7\n-----END PGP MESSAGE-----\n"
    result = read_mail(body)
    assert result.document.text == "Plans\n\nFrom: a@example.org"
    assert result.warnings == ("the mail is encrypted: its body is no text",)


def test_a_mail_nested_too_deep_is_refused() -> None:
    with pytest.raises(DocumentTooLarge, match="20,000 groups of parts"):
        read_mail(nested_mail(20_000))


def test_a_mail_nested_as_deep_as_allowed_is_read() -> None:
    assert read_mail(nested_mail(150)).document.text.endswith("hello")
