"""Models, as graphs of their operations."""

import os
from typing import Any

from vdlite.tensorboard.life import Life, left_out

_TAG = "model"


class GraphCalls(Life):
    """The part of a SummaryWriter that logs graphs."""

    def add_graph(
        self,
        model: Any,
        input_to_model: Any = None,
        verbose: bool = False,
        use_strict_trace: bool = True,
    ) -> None:
        """Log the graph of a torch model: every operation of one call of it, forward and backward.

        input_to_model: what it is called with: a tensor, or a tuple of inputs.
        verbose, use_strict_trace: nothing; the model is called, not traced.
        Never raises: of a model that can't be recorded, its modules are logged as a text, with a warning.
        """
        log = self._log()
        if isinstance(input_to_model, list):
            input_to_model = tuple(input_to_model)
        inputs = () if input_to_model is None else (input_to_model,)
        try:
            log.add_graph(model, *inputs)
        except Exception as error:  # noqa: BLE001  # a training should not end for a drawing of its model
            left_out("the graph of the model", error)
            try:
                log.add_text(_TAG, f"```text\n{model}\n```")
            except Exception as second:  # noqa: BLE001  # nor for what the model says of itself
                left_out("the text of the model", second)

    def _add_onnx_graph(self, path: "str | os.PathLike[str]") -> None:
        self._log().add_graph(path)
