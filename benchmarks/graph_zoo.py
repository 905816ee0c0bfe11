"""Models of which graphs are made, by configuration: nothing is downloaded. Those whose library is not there are left out."""

import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn


@dataclass(frozen=True)
class Example:
    """A model, and what it is called with."""

    model: nn.Module
    inputs: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    published: float | None = None
    """Multiply-adds of a forward pass, in billions, as the library or paper says."""


@dataclass(frozen=True)
class Entry:
    name: str
    make: Callable[[], Example]
    has_dispatch_log: bool = True
    """False: too large for a real call, or a call of it makes no two logs that are equal."""


def entries() -> list[Entry]:
    found: list[Entry] = []
    for library in (_own, _torchvision, _timm, _transformers):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found += library()
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def words(*sizes: int, below: int = 100) -> torch.Tensor:
    return torch.randint(0, below, sizes, generator=torch.Generator().manual_seed(0))


def _own() -> list[Entry]:
    from tests.torch import graph_models as own

    def one(make: Callable[[], nn.Module], sizes: Any) -> Callable[[], Example]:
        return lambda: Example(make(), (own.example(sizes),))

    return [Entry(f"own: {name}", one(*given)) for name, given in own.REPLAYED.items()]


def torchvision() -> Any:
    """The library, whose own operators need not fit the torch that is installed: none of these models has them."""
    sys.modules.setdefault(
        "torchvision._meta_registrations", types.ModuleType("torchvision._meta_registrations")
    )
    import torchvision

    return torchvision


def _torchvision() -> list[Entry]:
    models = torchvision().models

    def one(name: str, *sizes: tuple[int, ...], **options: Any) -> Callable[[], Example]:
        def make() -> Example:
            model = models.get_model(name, weights=None, **options)
            metadata = models.get_model_weights(name).DEFAULT.meta
            is_as_published = len(sizes) == 1 and sizes[0][1:] in ((3, 224, 224), (3, 256, 256))
            return Example(
                model,
                tuple(torch.rand(each) for each in sizes),
                published=metadata.get("_ops") if is_as_published else None,
            )

        return make

    usual = (1, 3, 224, 224)
    names = [
        *("alexnet", "vgg11", "resnet18", "resnet50", "resnext50_32x4d", "wide_resnet50_2"),
        *("densenet121", "googlenet", "mobilenet_v2", "mobilenet_v3_large", "mnasnet1_0"),
        *("shufflenet_v2_x1_0", "squeezenet1_0", "efficientnet_b0", "regnet_y_400mf"),
        *("convnext_tiny", "vit_b_16", "swin_t", "maxvit_t"),
    ]
    plain = {"googlenet": {"init_weights": False, "aux_logits": False}}
    found = [
        Entry(f"torchvision: {name}", one(name, usual, **plain.get(name, {}))) for name in names
    ]
    found.append(Entry("torchvision: swin_v2_t", one("swin_v2_t", (1, 3, 256, 256))))
    inner = {"weights_backbone": None}
    found.append(
        Entry(
            "torchvision: deeplabv3_resnet50",
            one("deeplabv3_resnet50", (2, 3, 64, 64), **inner),
        )
    )
    found.append(Entry("torchvision: r3d_18", one("r3d_18", (1, 3, 8, 56, 56))))
    found.append(
        Entry("torchvision: raft_small", one("raft_small", (1, 3, 128, 128), (1, 3, 128, 128)))
    )
    return found


def _timm() -> list[Entry]:
    import timm

    def one(name: str, size: int) -> Callable[[], Example]:
        return lambda: Example(timm.create_model(name), (torch.rand(1, 3, size, size),))

    small = {
        "swin_base_patch4_window7_224": 224,
        "convnext_base": 96,
        "eva02_tiny_patch14_224": 224,
        "maxvit_tiny_rw_224": 224,
        "efficientformer_l1": 224,
        "mixer_s16_224": 224,
        "resnetv2_50": 96,
        "coatnet_0_rw_224": 224,
        "nfnet_f0": 96,
    }
    return [Entry(f"timm: {name}", one(name, size)) for name, size in small.items()]


def _transformers() -> list[Entry]:
    import transformers as t

    def llama_70b() -> Example:
        config = t.LlamaConfig(
            hidden_size=8192,
            intermediate_size=28672,
            num_hidden_layers=80,
            num_attention_heads=64,
            num_key_value_heads=8,
            vocab_size=128_256,
        )
        with torch.device("meta"):
            model = t.LlamaForCausalLM(config)
        return Example(model, (), {"input_ids": words(1, 128), "use_cache": False})

    def decoder(config: Any, model: Any) -> Callable[[], Example]:
        def make() -> Example:
            ids = words(1, 32)
            return Example(model(config()), (), {"input_ids": ids, "labels": ids})

        return make

    def pixels(config: Any, model: Any, size: int = 224) -> Callable[[], Example]:
        return lambda: Example(model(config()), (torch.rand(1, 3, size, size),))

    few = {"hidden_size": 128, "intermediate_size": 256, "num_attention_heads": 4}
    layers = {"num_hidden_layers": 4, "vocab_size": 500}
    made = {
        "GPT-2": decoder(t.GPT2Config, t.GPT2LMHeadModel),
        "BERT": lambda: Example(
            t.BertModel(t.BertConfig()),
            (words(1, 32),),
            {"attention_mask": torch.ones(1, 32, dtype=torch.long)},
        ),
        "ViT": pixels(t.ViTConfig, t.ViTModel),
        "Swin": pixels(t.SwinConfig, t.SwinModel),
        "ConvNeXt": pixels(t.ConvNextConfig, t.ConvNextModel, 96),
        "T5": lambda: Example(
            t.T5ForConditionalGeneration(
                t.T5Config(d_model=128, d_kv=32, d_ff=256, num_heads=4, decoder_start_token_id=0)
            ),
            (),
            {"input_ids": words(1, 16), "labels": words(1, 8)},
        ),
        "Llama": decoder(
            lambda: t.LlamaConfig(**few, **layers, num_key_value_heads=2), t.LlamaForCausalLM
        ),
        "Mistral": decoder(
            lambda: t.MistralConfig(**few, **layers, num_key_value_heads=2), t.MistralForCausalLM
        ),
        "Qwen 2": decoder(
            lambda: t.Qwen2Config(**few, **layers, num_key_value_heads=2), t.Qwen2ForCausalLM
        ),
        "Mixtral": decoder(
            lambda: t.MixtralConfig(**few, **layers, num_key_value_heads=2, num_local_experts=4),
            t.MixtralForCausalLM,
        ),
        "Mamba": decoder(
            lambda: t.MambaConfig(
                hidden_size=64, state_size=4, num_hidden_layers=2, vocab_size=500
            ),
            t.MambaForCausalLM,
        ),
        "Whisper": lambda: Example(
            t.WhisperModel(
                t.WhisperConfig(
                    d_model=64,
                    encoder_layers=2,
                    decoder_layers=2,
                    encoder_attention_heads=2,
                    decoder_attention_heads=2,
                    encoder_ffn_dim=128,
                    decoder_ffn_dim=128,
                )
            ),
            (torch.rand(1, 80, 3000),),
            {"decoder_input_ids": words(1, 8)},
        ),
        "CLIP": lambda: Example(
            t.CLIPModel(t.CLIPConfig()),
            (),
            {"input_ids": words(1, 16), "pixel_values": torch.rand(1, 3, 224, 224)},
        ),
        "SAM": lambda: Example(
            t.SamModel(
                t.SamConfig(
                    vision_config={
                        "hidden_size": 64,
                        "num_hidden_layers": 2,
                        "num_attention_heads": 2,
                        "image_size": 256,
                        "global_attn_indexes": [1],
                    },
                    prompt_encoder_config={"image_size": 256},
                )
            ),
            (torch.rand(1, 3, 256, 256),),
            {"input_points": torch.rand(1, 1, 1, 2) * 255, "multimask_output": False},
        ),
    }
    found = [Entry(f"transformers: {name}", make) for name, make in made.items()]
    return [*found, Entry("transformers: Llama 70B", llama_70b, has_dispatch_log=False)]


def chosen(quick: bool) -> Iterator[Entry]:
    """All, or the first of each library."""
    seen: set[str] = set()
    for entry in entries():
        library = entry.name.partition(":")[0]
        if not quick or library not in seen:
            yield entry
        seen.add(library)
