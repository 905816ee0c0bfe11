"""Secrets are masked, and nothing else is."""

from __future__ import annotations

import hashlib
import random
import string
import time

import pytest

from vdlite.secrets import Secrets, is_secret_name, masked, masked_arguments

RANDOM = random.Random(0)


def letters(count: int, among: str = string.ascii_letters + string.digits) -> str:
    return "".join(RANDOM.choice(among) for _ in range(count - 2)) + "a7"


TOKENS = {
    "hf_": "hf_" + letters(34),
    "ghp_": "ghp_" + letters(36),
    "github_pat_": "github_pat_" + letters(60),
    "sk-": "sk-" + letters(48),
    "sk-ant-": "sk-ant-api03-" + letters(40),
    "AKIA": "AKIA" + letters(16, string.ascii_uppercase).upper(),
    "AIza": "AIza" + letters(35),
    "xoxb-": "xoxb-123456789012-" + letters(24),
    "eyJ": f"eyJ{letters(20)}.eyJ{letters(30)}.{letters(30)}",
}


@pytest.mark.parametrize("prefix", TOKENS)
def test_a_token_of_a_known_shape_is_masked_wherever_it_stands(prefix: str) -> None:
    token = TOKENS[prefix]
    for text in (
        token,
        f"logged in with {token}.",
        f'x = "{token}"',
        f"\x1b[31m{token}\x1b[0m\nnext",
    ):
        found = masked(text)
        assert token[len(prefix) + 4 :] not in found
        assert "***" in found
        assert found.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567", "WANDB_API_KEY=***"),
        ("wandb login 0123456789abcdef0123456789abcdef01234567", "wandb login ***"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYzzzKEY00", "aws_secret_access_key = ***"),
        ("clone https://me:pa55@github.com/x.git", "clone https://me:***@github.com/x.git"),
        ("https://0123456789abcdef0123@host/x", "https://***@host/x"),
        ("postgres://me:pa/55@db.org/x@y", "postgres://me:***@db.org/x@y"),
        ("train.py --db-pass hunter2 --lr 0.1", "train.py --db-pass *** --lr 0.1"),
        ("SMTP_PASS=hunter2", "SMTP_PASS=***"),
        ("http://me:8080,pa55@[::1]:80/x", "http://me:***@[::1]:80/x"),
        ("db_pass=1.5hunter2 root_pass=12345", "db_pass=*** root_pass=***"),
        ("train.py --token=-abcdefgh1", "train.py --token=***"),
        ("train.py --token abcdefgh1 --lr 0.1", "train.py --token *** --lr 0.1"),
        ("password: hunter2", "password: ***"),
        ('{"db_password": "hunter2", "lr": 1}', '{"db_password": "***", "lr": 1}'),
        ("Authorization: Bearer abcdefghijklmnop123", "Authorization: Bearer ***"),
        ("?token=abcdefghijklmnop123&x=1", "?token=***&x=1"),
    ],
)  # fmt: skip
def test_what_a_name_says_to_be_secret_is_masked(text: str, want: str) -> None:
    assert masked(text) == want


@pytest.mark.parametrize(
    "text",
    [
        "commit 0123456789abcdef0123456789abcdef01234567",
        f"sha256: {hashlib.sha256(b'x').hexdigest()}",
        "step 100 | tokens_per_second 1941088 | max_tokens=1024",
        "tokenizer=bert-base-uncased-2018-10-31-v12345",
        "eos_token: <|reserved_special_token_248|>",
        "pad_token=[PAD]",
        "Special tokens have been added in the vocabulary, make sure the associated embeddings are trained",
        "saved to /home/me/checkpoints_2026/step_000100_model.safetensors",
        "cache_key=9f86d081884c7d659a2feaa0c55ad015",
        "hf_transfer_is_enabled_for_this_download_of_42_files",
        "sk-learn-classification-example-2024-dataset",
        "primary key: user_id_2026_11_24_abcdef",
        "import torch; key = jax.random.PRNGKey(0)",
        "KeyError: 'layer.0.attention.self.query.weight.12345678'",
        "http://localhost:8080/a@b",
        "https://npm.org:8080/packages/@scope/name",
        "forward_pass: 0.01234567 test_pass=1234 --one-pass 12345678",
        "train.py --token --other-option",
        "{'loss_per_token': 1.2345678901234567e-05}, eval/user_pass=0.4567 gap_per_token: -0.12345678901234567",
        "http://[::1]:8080/packages/@scope/name",
        "http://node1:8080,http://node2:8080/packages/@scope/name",
        "wandb: 🚀 View run at https://wandb.ai/me/project/runs/0123456789abcdef",
        "password=None",
        "no password required",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert masked(text) == text


def test_values_of_variables_are_masked_by_their_names() -> None:
    secrets = Secrets.of_environment(
        {
            "MY_TOKEN": "open sesame please",
            "DB_PASSWORD": "correcthorse",
            "TOKENIZERS_PARALLELISM": "falsefalse",
            "SSH_PRIVATE_KEY": "/home/me/.ssh/id_rsa",
            "SHORT_TOKEN": "a",
        }
    )
    text = b"a open sesame please correcthorse falsefalse /home/me/.ssh/id_rsa"
    assert secrets.masked(text) == b"a *** *** falsefalse /home/me/.ssh/id_rsa"


def test_a_private_key_keeps_its_lines() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nbehind"
    want = "-----BEGIN RSA PRIVATE KEY-----\n***\n***\n-----END RSA PRIVATE KEY-----\nbehind"
    assert masked(text) == want


def test_a_private_key_whose_beginning_was_left_out_is_masked() -> None:
    text = "step 1\n… 9 lines left out\nMIIEowIBAAKCAQEA7\nb2xhY2s=aaaaaaaaa\n-----END PRIVATE KEY-----\nstep 2"
    want = "step 1\n… 9 lines left out\n***\n***\n-----END PRIVATE KEY-----\nstep 2"
    assert masked(text) == want


def test_arguments_are_masked_by_their_names() -> None:
    given = [
        "train.py",
        "--hf-token",
        "abc",
        "--api_key=x",
        "SECRET=y",
        "--max-tokens",
        "12",
        "--db-pass",
        "-hunter-22",
        "--token",
        "-v",
    ]
    want = ["train.py", "--hf-token", "***", "--api_key=***", "SECRET=***", "--max-tokens", "12",
            "--db-pass", "***", "--token", "-v"]  # fmt: skip
    assert masked_arguments(given) == want


@pytest.mark.parametrize(
    ("name", "is_secret"),
    [
        ("HF_TOKEN", True),
        ("AWS_SECRET_ACCESS_KEY", True),
        ("dbPassword", True),
        ("WANDB_API_KEY", True),
        ("--api-key", True),
        ("apikey", True),
        ("GITHUB_PAT", True),
        ("DB_PASS", True),
        ("backward_pass", False),
        ("pass", False),
        ("pat", False),
        ("max_tokens", False),
        ("TOKENIZERS_PARALLELISM", False),
        ("cache_key", False),
        ("key", False),
        ("", False),
    ],
)
def test_names_of_secrets_are_known(name: str, *, is_secret: bool) -> None:
    assert is_secret_name(name) == is_secret


@pytest.mark.parametrize(
    "piece",
    [
        "sk-",
        "-eyJ",
        "a",
        "://",
        "a://b:",
        "token=",
        "token ",
        "passw",
        "xoxb-",
        "A" * 15,
        "-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_lines_made_to_take_long_do_not(piece: str) -> None:
    line = (piece * 65536)[:65536].encode() + b" x://y@z"
    begin = time.process_time()
    Secrets().masked(line)
    assert time.process_time() - begin < 2  # seconds; squares of the length would take minutes
