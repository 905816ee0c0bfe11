"""What a run was given before it logged anything: its config, and which way its metrics are better."""

import json
from dataclasses import dataclass, field
from typing import Any

from vdlite.foreign.wandb import records
from vdlite.kinds.draft import Encoded, encoded
from vdlite.kinds.hparams import Goal
from vdlite.protobuf.message import Message


@dataclass(slots=True)
class Trial:
    """Grows by the records of a run, in their order."""

    config: dict[str, Any] = field(default_factory=dict)
    goals: dict[str, Goal] = field(default_factory=dict)  # by the names of metrics

    def __bool__(self) -> bool:
        return bool(self.config or self.goals)

    def take(self, what: int, message: Message) -> None:
        """what: the field of a record that the message is. Raises FormatError for bytes that are none."""
        if what == records.RUN and not self.config:
            self.config.update(records.read_run(message).config or {})
        elif what == records.CONFIG:
            self.change(message)
        elif what == records.METRIC:
            self.goals.update(records.read_goal(message))

    def change(self, message: Message) -> dict[str, Any]:
        """What an update of the config says anew: W&B repeats all of it now and then. Raises FormatError."""
        settings = records.read_config(message)
        changed = {
            name: value
            for name, value in settings.items()
            if name not in self.config or json.dumps(self.config[name]) != json.dumps(value)
        }
        self.config.update(changed)
        return changed

    def encode(self) -> Encoded:
        """The payload. Raises PayloadError for names or values that no trial has."""
        from vdlite.kinds import hparams

        metrics = [name for name in self.goals if "." not in name]
        return encoded(hparams.hparams(self.config, metrics, self.goals))
