"""The job that a process belongs to, as Slurm, torchrun and Kubernetes say it in its environment and in files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from vdlite.kinds.fields import Hparam
from vdlite.kinds.surroundings.text_files import beginning_of

_MOST = 1000  # characters of a fact; a list of nodes may be long

_IDS = {
    "slurm_job": "SLURM_JOB_ID",
    "slurm_job_name": "SLURM_JOB_NAME",
    "slurm_array_job": "SLURM_ARRAY_JOB_ID",
    "slurm_array_task": "SLURM_ARRAY_TASK_ID",
    "slurm_step": "SLURM_STEP_ID",
    "slurm_nodes": "SLURM_JOB_NODELIST",
    "slurm_partition": "SLURM_JOB_PARTITION",
    "slurm_cluster": "SLURM_CLUSTER_NAME",
    "torchrun_id": "TORCHELASTIC_RUN_ID",
}
_COUNTS = {
    "slurm_restarts": "SLURM_RESTART_COUNT",
    "torchrun_restarts": "TORCHELASTIC_RESTART_COUNT",
    "torchrun_most_restarts": "TORCHELASTIC_MAX_RESTARTS",
    "world_size": "WORLD_SIZE",
    "local_world_size": "LOCAL_WORLD_SIZE",
}
_IMAGES = (  # nothing inside a container knows its image unless it was given along
    "CONTAINER_IMAGE",
    "DOCKER_IMAGE",
    "SLURM_CONTAINER_IMAGE",
    "APPTAINER_CONTAINER",
    "SINGULARITY_CONTAINER",
)
_PODS = {  # by the names that manifests usually give the fields of a pod
    "kubernetes_pod": ("POD_NAME", "MY_POD_NAME", "HOSTNAME"),
    "kubernetes_namespace": ("POD_NAMESPACE", "MY_POD_NAMESPACE"),
    "kubernetes_node": ("NODE_NAME", "MY_NODE_NAME"),
}

_NAMESPACE = "var/run/secrets/kubernetes.io/serviceaccount/namespace"
_CONTAINER = re.compile(
    r"(?:docker[-/]|containers?[-/]|crio-|libpod-|cri-containerd-|kubepods[^\n]{0,300}/)([0-9a-f]{64})"
)
_ENGINE = re.compile(r'^(?:id|image)="([^"\n]*)"$', re.MULTILINE)


def job(environment: Mapping[str, str]) -> dict[str, Hparam]:
    """The facts of the job that are in the environment, by name; what is not there is left out."""
    facts: dict[str, Hparam] = {
        name: environment[variable][:_MOST]
        for name, variable in _IDS.items()
        if environment.get(variable)
    }
    for name, variable in _COUNTS.items():
        digits = environment.get(variable, "")
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            facts[name] = int(digits)
    facts |= _first_of(environment, {"container_image": _IMAGES})
    if "KUBERNETES_SERVICE_HOST" in environment:
        facts |= _first_of(environment, _PODS)
    return facts


def _first_of(
    environment: Mapping[str, str], names: Mapping[str, tuple[str, ...]]
) -> dict[str, Hparam]:
    found = {
        name: next((environment[each] for each in variables if environment.get(each)), "")
        for name, variables in names.items()
    }
    return {name: value[:_MOST] for name, value in found.items() if value}


def container(root: Path = Path("/")) -> dict[str, Hparam]:
    """The facts of the container that are in files; none where there is no container. root: of the file system."""
    facts: dict[str, Hparam] = {}
    for file in ("proc/self/cgroup", "proc/self/mountinfo"):
        named = _CONTAINER.search(beginning_of(root / file))
        if named is not None:
            facts["container"] = named[1]
            break
    engine = beginning_of(root / "run/.containerenv")  # of Podman
    for line in _ENGINE.finditer(engine):
        name = "container" if line[0].startswith("id") else "container_image"
        if line[1]:
            facts.setdefault(name, line[1][:_MOST])
    namespace = beginning_of(root / _NAMESPACE).strip()
    if namespace:
        facts["kubernetes_namespace"] = namespace[:_MOST]
    return facts
