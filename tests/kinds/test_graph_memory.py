"""Memory in use at each operation of a graph."""

from vdlite import GraphBuilder


def kilobyte(count: int = 1) -> list[tuple[str, list[int]]]:
    return [("float32", [count, 256])]


def test_results_live_from_their_operation_to_the_last_that_takes_them_or_a_view() -> None:
    builder = GraphBuilder("Net")
    builder.parameter("weight", ("float32", [256]))
    given = builder.node("input", outputs=kilobyte())
    wide = builder.node("aten.mm.default", [given], outputs=kilobyte(4))
    turned = builder.node("aten.t.default", [wide], outputs=kilobyte(4))
    small = builder.node("aten.sum.default", [given], outputs=kilobyte())
    with builder.scope("block", "Block"):
        builder.node("aten.mul_.Tensor", [turned, small], outputs=kilobyte(4))
        least = builder.node("aten.neg.default", [small], outputs=kilobyte())
    builder.node("output", [least], outputs=kilobyte())
    graph = builder.build()
    memory = graph.memory()
    #                               input  mm  t  sum mul_ neg output
    assert (memory.live / 1024).tolist() == [1, 5, 5, 6, 6, 3, 2]
    assert (memory.peak, memory.held, memory.peak_bytes) == (3, 1024, 7 * 1024)
    (block,) = graph.scope_tree().children
    assert (block.peak_bytes, graph.scope_tree().peak_bytes) == (6 * 1024, 6 * 1024)
    assert (
        "Memory: 6.144 kB of results at most, at sum (forward), beside 1.024 kB held throughout"
        in graph.summary()
    )


def test_gradients_live_until_the_end_and_one_output_may_go_before_another() -> None:
    builder = GraphBuilder("Net")
    given = builder.node("input", outputs=kilobyte())
    both = builder.node(
        "aten.convolution_backward.default",
        [given],
        outputs=[*kilobyte(2), *kilobyte(3)],
        phase="backward",
    )
    builder.node("aten.neg.default", [(both, 0)], outputs=kilobyte(), phase="backward")
    builder.node("aten.detach.default", [(both, 1)], outputs=kilobyte(3), phase="backward")
    assert (builder.build().memory().live / 1024).tolist() == [1, 6, 7, 5]


def test_a_view_of_a_parameter_needs_nothing() -> None:
    builder = GraphBuilder("Net")
    turned = builder.node("aten.t.default", outputs=kilobyte(9))
    builder.node("aten.sum.default", [turned], outputs=kilobyte())
    changed = builder.node(
        "aten.add_.Tensor",
        [turned],
        outputs=kilobyte(5),
        attributes={"tensors": {"self": "parameter 0", "other": "input 0"}},
    )
    builder.node("aten.sum.default", [changed], outputs=kilobyte())
    assert (builder.build().memory().live / 1024).tolist() == [0, 1, 0, 1]


def test_an_empty_graph_needs_no_memory_and_unknown_sizes_count_as_none() -> None:
    empty = GraphBuilder("Net").build().memory()
    assert (empty.peak, empty.peak_bytes, len(empty.live)) == (None, 0, 0)
    builder = GraphBuilder("Net")
    builder.node("input", outputs=[("float32", ["batch", 4]), ("", None)])
    assert builder.build().memory().live.tolist() == [0]
    assert "Memory" not in builder.build().summary()
