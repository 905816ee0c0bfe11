"""Small classes with the names and attributes of PyTorch's, torchvision's and others' pipelines."""

from __future__ import annotations

from typing import Any


class Dataset:
    """The base of map-style datasets."""


class IterableDataset(Dataset):
    """The base of streams."""


class Subset(Dataset):
    def __init__(self, dataset: Any, indices: Any) -> None:
        self.dataset = dataset
        self.indices = indices


class ConcatDataset(Dataset):
    def __init__(self, datasets: list[Any]) -> None:
        self.datasets = datasets


class TensorDataset(Dataset):
    def __init__(self, *tensors: Any) -> None:
        self.tensors = tensors


class StandardTransform:
    def __init__(self, transform: Any, target_transform: Any) -> None:
        self.transform = transform
        self.target_transform = target_transform

    def __call__(self, *given: Any) -> Any:
        raise AssertionError("it was called")


class ImageFolder(Dataset):
    def __init__(
        self, root: str, samples: list[Any], transform: Any = None, target_transform: Any = None
    ) -> None:
        self.root = root
        self.samples = samples
        self.transform = transform
        self.target_transform = target_transform
        self.transforms = StandardTransform(transform, target_transform)


class Compose:
    def __init__(self, transforms: list[Any]) -> None:
        self.transforms = transforms

    def __call__(self, given: Any) -> Any:
        for each in self.transforms:
            given = each(given)
        return given


class Transform:
    def __call__(self, given: Any) -> Any:
        return given


class Resize(Transform):
    def __init__(self, size: int) -> None:
        self.size = size


class RandomCrop(Transform):
    def __init__(self, size: int, padding: int | None = None) -> None:
        self.size = (size, size)
        self.padding = padding


class Normalize(Transform):
    def __init__(self, mean: list[float], std: list[float]) -> None:
        self.mean = mean
        self.std = std


class RandomApply(Transform):
    def __init__(self, transforms: list[Any], p: float = 0.5) -> None:
        self.transforms = transforms
        self.p = p


class RandomChoice(RandomApply):
    """One of its transforms."""


class SequentialSampler:
    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source


class RandomSampler(SequentialSampler):
    def __init__(self, data_source: Any, replacement: bool = False) -> None:
        super().__init__(data_source)
        self.replacement = replacement


class WeightedRandomSampler:
    def __init__(self, weights: list[float], num_samples: int) -> None:
        self.weights = weights
        self.num_samples = num_samples


class SubsetRandomSampler:
    def __init__(self, indices: Any) -> None:
        self.indices = indices


class DistributedSampler:
    def __init__(self, dataset: Any, num_replicas: int, rank: int, shuffle: bool = True) -> None:
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.shuffle = shuffle
        self.seed = 0


class BatchSampler:
    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last


def default_collate(batch: Any) -> Any:
    return batch


class DataLoader:
    def __init__(
        self,
        dataset: Any,
        batch_size: int = 1,
        *,
        shuffle: bool = False,
        sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Any = default_collate,
    ) -> None:
        self.dataset = dataset
        self.batch_size = batch_size
        self.num_workers = num_workers
        self.sampler = sampler or (RandomSampler if shuffle else SequentialSampler)(dataset)
        self.batch_sampler = BatchSampler(self.sampler, batch_size, drop_last=False)
        self.collate_fn = collate_fn
        self.worker_init_fn = None

    def __len__(self) -> int:
        raise AssertionError("it was asked for its length")

    def __iter__(self) -> Any:
        raise AssertionError("it was consumed")

    def __repr__(self) -> str:
        raise AssertionError("it was asked for its text")
