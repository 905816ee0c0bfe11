"""Networks by their public names, with random weights and tiny inputs; those whose libraries are not installed are left out."""

import importlib.util

import torch
import torch.nn.functional as F

from tests.torch.zoo.entry import Entry

VISION = ("resnet18", "mobilenet_v3_small", "shufflenet_v2_x0_5", "squeezenet1_0")
TIMM = ("lambda_resnet26t", "convnext_atto", "test_vit", "test_efficientnet")
TINY = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 31}
LANGUAGE = {
    "bert": {**TINY, "intermediate_size": 24, "max_position_embeddings": 16},
    "roberta": {**TINY, "intermediate_size": 24, "max_position_embeddings": 16},
    "gpt2": {"n_embd": 16, "n_layer": 2, "n_head": 2, "vocab_size": 31, "n_positions": 16},
    "gpt_neox": {**TINY, "intermediate_size": 24},
    "llama": {**TINY, "intermediate_size": 24, "num_key_value_heads": 1},
    "qwen2": {**TINY, "intermediate_size": 24, "num_key_value_heads": 1},
    "opt": {**TINY, "ffn_dim": 24, "word_embed_proj_dim": 16, "max_position_embeddings": 16},
    "distilbert": {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24, "vocab_size": 31},
    "t5": {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 2, "num_heads": 2, "vocab_size": 31},
}


def public_entries():
    """The entries whose libraries are there."""
    found = []
    if importlib.util.find_spec("torchvision"):
        found += [_entry(name, _of_torchvision(name), _pictures, _class_loss) for name in VISION]
    if importlib.util.find_spec("timm"):
        found += [_entry(name, _of_timm(name), _pictures, _class_loss) for name in TIMM]
    if importlib.util.find_spec("transformers"):
        found += [
            _entry(name, _of_transformers(name, options), _texts, _language_loss)
            for name, options in LANGUAGE.items()
        ]
    return found


def _entry(name, model, data, batch_loss):
    return Entry(name, "public", model, data, (4, 2), batch_loss=batch_loss)


def _of_torchvision(name):
    def make():
        import torchvision

        return torchvision.models.get_model(name, num_classes=5)

    return make


def _of_timm(name):
    def make():
        import timm

        return timm.create_model(name, num_classes=5)

    return make


def _of_transformers(name, options):
    def make():
        import transformers

        settings = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, **options}
        config = transformers.AutoConfig.for_model(name, **settings)
        if name == "t5":
            config.decoder_start_token_id = 0
            return transformers.AutoModelForSeq2SeqLM.from_config(config)
        masked = name in ("bert", "roberta", "distilbert")
        kind = transformers.AutoModelForMaskedLM if masked else transformers.AutoModelForCausalLM
        return kind.from_config(config)

    return make


def _pictures():
    return [(torch.randn(n, 3, 64, 64), torch.randint(0, 5, (n,))) for n in (4, 2)]


def _class_loss(model, batch):
    return F.cross_entropy(model(batch[0]), batch[1])


def _texts():
    return [
        {"input_ids": tokens, "attention_mask": torch.ones_like(tokens), "labels": tokens}
        for tokens in (torch.randint(3, 31, (n, 9)) for n in (4, 2))
    ]


def _language_loss(model, batch):
    return model(**batch).loss
