"""Trainers that are built on that of transformers log with the same callback."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers")
pytest.importorskip("accelerate")

from transformers import BertConfig

import vdlite.integrations  # noqa: F401
from tests.trainers.reading import Logged


def tokenizer() -> Any:
    """Of six words."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = {word: number for number, word in enumerate(["<pad>", "</s>", "<unk>", "a", "b", "c"])}
    inner = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )


def test_trl_logs(tmp_path: Path) -> None:
    pytest.importorskip("trl")
    from datasets import Dataset
    from transformers import LlamaConfig, LlamaForCausalLM
    from trl import SFTConfig, SFTTrainer

    config = LlamaConfig(
        vocab_size=6,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        pad_token_id=0,
    )
    SFTTrainer(
        model=LlamaForCausalLM(config),
        args=SFTConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            logging_steps=1,
            report_to="vdlite",
            use_cpu=True,
            bf16=False,
            save_strategy="no",
            disable_tqdm=True,
        ),
        train_dataset=Dataset.from_dict({"text": ["a b c a b c"] * 8}),
        processing_class=tokenizer(),
    ).train()
    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == [1, 2]
    assert logged.steps("train/num_tokens") == [1, 2]


def test_sentence_transformers_log(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    from datasets import Dataset
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
        models,
    )
    from sentence_transformers.losses import CosineSimilarityLoss
    from transformers import BertModel

    words = tokenizer()
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    BertModel(config).save_pretrained(tmp_path / "bert")
    words.save_pretrained(tmp_path / "bert")
    inner = models.Transformer(str(tmp_path / "bert"))
    model = SentenceTransformer(modules=[inner, models.Pooling(16)], device="cpu")
    SentenceTransformerTrainer(
        model=model,
        args=SentenceTransformerTrainingArguments(
            output_dir=str(tmp_path / "out"),
            max_steps=2,
            logging_steps=1,
            report_to="vdlite",
            use_cpu=True,
            save_strategy="no",
            disable_tqdm=True,
        ),
        train_dataset=Dataset.from_dict(
            {"sentence1": ["a b"] * 16, "sentence2": ["b c"] * 16, "score": [0.5] * 16}
        ),
        loss=CosineSimilarityLoss(model),
    ).train()
    assert Logged(tmp_path / "out").steps("train/loss") == [1, 2]
