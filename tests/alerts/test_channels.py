"""Channels deliver, or say why not, without a word of addresses and secrets, and go nowhere else."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.alerts.services import dripping_service, mail_service, web_service
from vdlite.alerts.alert import Alert
from vdlite.alerts.channels import mail as mail_channel
from vdlite.alerts.channels import many_services, posting
from vdlite.alerts.channels.channel import ChannelError, Deliver
from vdlite.alerts.channels.commands import Command
from vdlite.alerts.channels.mail import Mail
from vdlite.alerts.channels.many_services import Apprise
from vdlite.alerts.channels.message import Message
from vdlite.alerts.channels.secret import Secret
from vdlite.alerts.channels.webhooks import Discord, Ntfy, Slack, Teams, Webhook
from vdlite.alerts.rule_file import read_rules
from vdlite.errors import RuleError

NAN = Alert("non-finite", "error", "runs/a", "loss", 7, 1e9, float("nan"), "loss is NaN at step 7")
SLOW = Alert("slow", "warn", "runs/b <!here>", None, 9, 1e9, None, "runs/b <!here> is slow")
ONE = Message("id1", [NAN], 1)
TWO = Message("id2", [NAN, SLOW], 30, "http://127.0.0.1:8040/")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def secret_of(monkeypatch: pytest.MonkeyPatch, value: str) -> Secret:
    monkeypatch.setenv("VDLITE_TEST_SECRET", value)
    return Secret("env:VDLITE_TEST_SECRET")


def test_a_message_says_what_happened_how_often_and_where() -> None:
    assert ONE.title == "non-finite: runs/a"
    assert ONE.lines == ["error non-finite: runs/a: loss is NaN at step 7"]
    assert TWO.title == "non-finite, slow: 30 events in more than 2 runs"
    assert TWO.lines[-1] == "and 28 more"
    assert TWO.level == "error"
    assert TWO.view.startswith("http://127.0.0.1:8040/#/scalars?")
    fields = json.loads(json.dumps(ONE.as_fields(), allow_nan=False))
    assert fields["events"][0]["value"] == "NaN"
    assert (fields["id"], fields["count"], fields["level"]) == ("id1", 1, "error")


def test_a_webhook_is_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_service() as sink:
        Webhook(sink.url, secret_of(monkeypatch, "k3y"))(ONE)
        ((path, headers, body),) = sink.requests
    assert path == "/hook/s3cret"
    assert json.loads(body)["title"] == "non-finite: runs/a"
    signed = headers["X-Vdlite-Timestamp"].encode() + b"." + body
    expected = hmac.new(b"k3y", signed, hashlib.sha256).hexdigest()
    assert headers["X-Vdlite-Signature"] == f"sha256={expected}"
    assert headers["X-Vdlite-Id"] == "id1"


def test_each_service_gets_the_json_that_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_service() as sink:
        url = secret_of(monkeypatch, sink.url)
        for channel in (Slack(url), Discord(url), Teams(url)):
            channel(TWO)
        slack, discord, teams = sink.messages
        assert "<!here>" not in slack["text"]
        assert "&lt;!here&gt; is slow" in slack["text"]
        assert discord["allowed_mentions"] == {"parse": []}
        assert "loss is NaN" in discord["embeds"][0]["description"]
        card = teams["attachments"][0]["content"]
        assert card["body"][0]["text"] == TWO.title
        sink.requests.clear()
        Ntfy(sink.url, url)(TWO)
        ((_, headers, body),) = sink.requests
        assert headers["Priority"] == "5"
        assert headers["Click"].startswith("http://127.0.0.1:8040/#")
        assert b"loss is NaN" in body


def deliveries(url: Secret) -> list[Deliver]:
    return [Webhook(url), Slack(url), Discord(url), Teams(url), Ntfy(url)]


def test_nothing_is_sent_where_an_answer_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_service() as inner, web_service(302, inner.url) as outer:
        for channel in deliveries(secret_of(monkeypatch, outer.url)):
            with pytest.raises(ChannelError, match="leads elsewhere") as caught:
                channel(ONE)
            assert "s3cret" not in str(caught.value)
        assert len(outer.requests) == 5
        assert inner.requests == []


def test_errors_hold_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_service(500) as sink:
        url = secret_of(monkeypatch, sink.url)
        for channel in deliveries(url):
            with pytest.raises(ChannelError, match=r"^it was answered with status 500$"):
                channel(ONE)
    for channel in deliveries(url):  # nobody listens any more
        with pytest.raises(ChannelError, match=r"^it can't be reached: Connection refused$"):
            channel(ONE)
    for wrong in ("s3cret", "file:///etc/passwd", "http://[s3cret/", "https://s3cret.invalid/x y"):
        with pytest.raises(ChannelError) as caught:
            Slack(secret_of(monkeypatch, wrong))(ONE)
        assert "s3cret" not in str(caught.value)
        assert caught.value.__cause__ is None


def test_a_service_that_hangs_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.2)
    with (
        web_service(hangs=True) as sink,
        pytest.raises(ChannelError, match="there was no answer within"),
    ):
        Webhook(sink.url)(ONE)


TLS = b"\x16\x03\x03\x40\x00"  # the beginning of a long record


@pytest.mark.parametrize(("scheme", "greeting"), [("http", b""), ("https", TLS)])
def test_a_web_service_that_drips_is_left_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch, scheme: str, greeting: bytes
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    with dripping_service(greeting) as sink:
        with pytest.raises(ChannelError, match="there was no answer within"):
            Webhook(sink.url.replace("http", scheme))(ONE)
        until = time.monotonic() + 20
        while not sink.requests:  # nobody is left who takes what it sends
            assert time.monotonic() < until
            time.sleep(0.01)


def test_an_answer_without_end_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 2.0)
    with dripping_service(b"HTTP/1.1 200 OK\r\nX: ") as sink:
        Webhook(sink.url)(ONE)
    with (
        dripping_service(b"HTTP/1.1 503 No\r\nX: ") as sink,
        pytest.raises(ChannelError, match="it was answered with status 503"),
    ):
        Webhook(sink.url)(ONE)


@pytest.mark.parametrize(
    ("security", "greeting"),
    [("none", b"220-"), ("tls", TLS)],
)
def test_a_mail_server_that_drips_is_left_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch, security: Any, greeting: bytes
) -> None:
    monkeypatch.setattr(mail_channel, "SECONDS", 0.3)
    with (
        dripping_service(greeting) as sink,
        pytest.raises(ChannelError, match="did not answer within"),
    ):
        Mail("127.0.0.1", "a@b.c", ("d@e.f",), sink.port, security)(ONE)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what it imports
def test_what_apprise_waits_for_is_left_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("apprise")
    monkeypatch.setattr(many_services, "PATIENCE", 0.3)
    with dripping_service(b"HTTP/1.1 200 OK\r\nX: ") as sink:
        channel = Apprise(secret_of(monkeypatch, f"json://127.0.0.1:{sink.port}/s3cret"))
        with pytest.raises(ChannelError, match="there was no answer within"):
            channel(ONE)
        with pytest.raises(ChannelError, match="an earlier message is still on its way"):
            channel(ONE)


def mail(port: int, **more: Any) -> Mail:
    return Mail("127.0.0.1", "vdlite@here", ("me@here", "you@here"), port, "none", **more)


def test_a_mail_has_all_of_it() -> None:
    with mail_service() as sink:
        mail(sink.port)(TWO)
        ((_, _, body),) = sink.requests
    text = body.decode()
    assert "Subject: [vdlite] non-finite, slow: 30 events in more than 2 runs" in text
    assert "To: me@here, you@here" in text
    assert "loss is NaN at step 7" in text


def test_mail_servers_that_refuse_are_not_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    with mail_service(refuses="MAIL") as sink:
        with pytest.raises(ChannelError, match=r"^the mail server refuses \(status 550\)$"):
            mail(sink.port)(ONE)
        with pytest.raises(ChannelError, match="does not know user and password") as caught:
            mail(sink.port, user="me", password=secret_of(monkeypatch, "s3cret"))(ONE)
        assert "s3cret" not in str(caught.value)
        with pytest.raises(ChannelError, match="has no STARTTLS"):
            Mail("127.0.0.1", "a@b", ("a@b",), sink.port)(ONE)
    with pytest.raises(ChannelError, match="can't be reached: Connection refused"):
        mail(sink.port)(ONE)


HOSTILE = "a\nb\r\0\x1b]0;x\x07\udcff\u202e灰"


@pytest.mark.parametrize(
    "channel_of",
    [
        lambda url: Webhook(url, None),
        lambda url: Slack(url),
        lambda url: Discord(url),
        lambda url: Teams(url),
        lambda url: Ntfy(url),
    ],
)
def test_a_name_that_nothing_can_hold_holds_up_no_web_service(
    monkeypatch: pytest.MonkeyPatch, channel_of: Callable[[Secret], Deliver]
) -> None:
    event = Alert(HOSTILE, "error", HOSTILE, HOSTILE, 7, 1e9, None, HOSTILE)
    with web_service() as sink:
        channel = channel_of(secret_of(monkeypatch, sink.url))
        channel(Message("id1", [event], 1, "http://127.0.0.1:8040/"))
        channel(Message("id2", [event, event], 9, "http://127.0.0.1:8040/"))
        assert len(sink.requests) == 2


def test_a_name_that_nothing_can_hold_holds_up_no_mail_and_no_program(tmp_path: Path) -> None:
    message = Message("id1", [Alert(HOSTILE, "error", HOSTILE, None, 7, 1e9, None, HOSTILE)], 1)
    Command((sys.executable, "-c", "import json, sys; json.load(sys.stdin)"), 60)(message)
    for text in (message.title, *message.lines):
        assert text.isprintable()
        assert "灰" in text
    with mail_service() as sink:
        Mail("127.0.0.1", "a@b.c", ("d@e.f",), sink.port, "none")(message)
        assert len(sink.requests) == 1
    with pytest.raises(ChannelError, match="can't be started"):
        Command((sys.executable, "a\0b"), 1)(message)


def test_a_command_gets_json_and_no_shell(tmp_path: Path) -> None:
    program = "import json, sys; open(sys.argv[1], 'w').write(json.load(sys.stdin)['title'] + sys.argv[2])"
    target = tmp_path / "got"
    Command((sys.executable, "-c", program, str(target), "; echo $HOME"), 60)(ONE)
    assert target.read_text() == "non-finite: runs/a; echo $HOME"
    with pytest.raises(ChannelError, match="ended with status 3"):
        Command((sys.executable, "-c", "raise SystemExit(3)"), 60)(ONE)
    with pytest.raises(ChannelError, match="took more than 0 s"):
        Command((sys.executable, "-c", "import time; time.sleep(60)"), 0.2)(ONE)
    with pytest.raises(ChannelError, match="there is no program 'no-such-program'"):
        Command(("no-such-program",), 1)(ONE)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what it imports
def test_apprise_delivers_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("apprise")
    with web_service() as sink:
        Apprise(secret_of(monkeypatch, f"json://127.0.0.1:{sink.port}/s3cret"))(ONE)
        (message,) = sink.messages
        assert message["title"] == ONE.title
        sink.status = 500
        with pytest.raises(ChannelError, match=r"^apprise says that it was not delivered$"):
            Apprise(secret_of(monkeypatch, f"json://127.0.0.1:{sink.port}/s3cret"))(ONE)
    with pytest.raises(ChannelError, match=r"^apprise does not know such an address$"):
        Apprise(secret_of(monkeypatch, "s3cret"))(ONE)


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_secret_is_in_the_environment_or_in_a_file_that_nobody_else_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    path.write_text("s3cret\n")
    path.chmod(0o600)
    assert Secret(f"file:{path}").read() == "s3cret"
    path.chmod(0o640)
    with pytest.raises(ChannelError, match="others can read it, want mode 0600"):
        Secret(f"file:{path}").read()
    path.write_text("\n")
    path.chmod(0o600)
    with pytest.raises(ChannelError, match="is empty"):
        Secret(f"file:{path}").read()
    with pytest.raises(ChannelError, match="No such file"):
        Secret(f"file:{tmp_path}/none").read()
    monkeypatch.delenv("VDLITE_TEST_SECRET", raising=False)
    with pytest.raises(ChannelError, match="the environment has no VDLITE_TEST_SECRET"):
        Secret("env:VDLITE_TEST_SECRET").read()
    assert "s3cret" not in repr(Slack(secret_of(monkeypatch, "s3cret")))


CHANNELS = """
[[channel]]
what = "slack"
url = "env:SLACK"
level = "warn"

[[channel]]
name = "hook"
what = "webhook"
url = "https://example.org/x"
secret = "file:~/key"
every = 60

[[channel]]
what = "ntfy"
url = "https://ntfy.sh/x"

[[channel]]
what = "mail"
host = "smtp.example.org"
from = "a@b"
to = "c@d"
user = "a"
password = "env:PASSWORD"

[[channel]]
what = "command"
command = ["say", "hello"]
seconds = 90

[[channel]]
what = "desktop"

[[rule]]
what = "spike"
channels = ["hook", "mail"]
"""


def test_channels_stand_beside_rules(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(CHANNELS)
    given = read_rules(path)
    names = ["slack", "hook", "ntfy", "mail", "command", "desktop"]
    assert [each.name for each in given.channels] == names
    slack, hook, _, by_mail, command, _ = given.channels
    assert (slack.level, hook.every, command.seconds) == ("warn", 60, 90)
    assert hook.deliver == Webhook("https://example.org/x", Secret("file:~/key"))
    assert by_mail.deliver == Mail(
        "smtp.example.org", "a@b", ("c@d",), user="a", password=Secret("env:PASSWORD")
    )
    assert given.rules[0].channels == ("hook", "mail")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what = 'slak'", "channel 1: what: got 'slak', want one of webhook, slack"),
        ("what = 'slack'", "a channel 'slack' wants `url`"),
        (
            "what = 'slack'\nurl = 'https://s3cret'",
            "url: it is a secret, which does not stand here",
        ),
        ("what = 'webhook'\nurl = 's3cret'", "url: want an address such as"),
        ("what = 'ntfy'\nurl = 'https://x'\ntoken = 's3cret'", "token: it is a secret"),
        (
            "what = 'slack'\nurl = 'env:X'\nurls = 's3cret'",
            "got 'urls' of 'slack', did you mean url",
        ),
        ("what = 'desktop'\nevery = 0", "every: got 0, want seconds from 1 to 86400"),
        ("what = 'desktop'\nlevel = 'loud'", "level: got 'loud', want one of info"),
        ("what = 'command'\ncommand = 'rm -rf /'", "command: want a list of the program"),
        ("what = 'command'\ncommand = []", "command: want a list of texts"),
        ("what = 'mail'\nhost = 'h'\nfrom = 'a@b'\nto = 'x'", "to: got 'x', want the address"),
        ("what = 'mail'\nhost = 'h'\nfrom = \"a@b\\nBcc: c@d\"\nto = 'x@y'", "from: got"),
        (
            "what = 'mail'\nhost = 'h'\nfrom = 'a@b'\nto = 'x@y'\nuser = 'a'",
            "want both `user` and `password`",
        ),
        ("what = 'desktop'\n[[channel]]\nwhat = 'desktop'", "the name 'desktop' is taken"),
        (
            "what = 'desktop'\n[[rule]]\nwhat = 'spike'\nchannels = ['x']",
            "got 'x', want some of desk",
        ),
    ],
)
def test_mistakes_are_said_without_secrets(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(f"[[channel]]\n{text}")
    with pytest.raises(RuleError) as caught:
        read_rules(path)
    assert said in str(caught.value)
    assert "s3cret" not in str(caught.value)
