/**
 * Measures how graphs are read, laid out and searched, with the sources of the page, and prints lines of JSON.
 * Run by graph_page.py: node graph_page.mjs WEBAPP PAYLOAD [PEERS]
 */

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [webapp, payloadPath, peersPath] = process.argv.slice(2);
const require = createRequire(path.join(webapp, "package.json"));
const { createServer } = await import(pathToFileURL(require.resolve("vite")));
const vite = await createServer({
  root: webapp,
  server: { middlewareMode: true, watch: null },
  logLevel: "error",
});
const lib = (name) => vite.ssrLoadModule(`/src/lib/graph/${name}.ts`);
const { flat, transformer } = await lib("testing");
const { Outline } = await lib("outline");
const { laidOut, Orders } = await lib("layout");
const { sceneOf } = await lib("scene");
const { openedAtFirst } = await lib("opening");
const { sizeOf, titleWidth } = await lib("labels");
const { search } = await lib("search");
const { between } = await lib("reach");

const forward = { phases: [true, true, true, true], views: true };

/** The same operations without scopes. */
function flattened(graph) {
  const { nodes, scopes } = graph;
  const first = (column) => column.slice(0, 1);
  return {
    ...graph,
    nodes: { ...nodes, scope: new Uint32Array(nodes.count) },
    scopes: {
      count: 1,
      ...Object.fromEntries(
        ["depth", "name", "type", "kind", "structure", "parent"].map((name) => [
          name,
          first(scopes[name]),
        ]),
      ),
      end: Uint32Array.of(1),
    },
  };
}

function shown(outline, opened, orders = new Orders(outline)) {
  return sceneOf({
    outline,
    orders,
    opening: {
      isOpen: (box) => opened.has(box),
      isFolding: true,
      isUnfolded: () => false,
    },
    direction: "down",
    sizeOf: (box, times) => sizeOf(outline, box, times),
    titleWidth: (box, times) => titleWidth(outline, box, times),
  });
}

/** Median of several runs, in milliseconds. */
function timed(work, times = 5) {
  const spent = Array.from({ length: times }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return spent.sort((a, b) => a - b)[times >> 1];
}

const say = (what, who, value, unit, note = "") =>
  console.log(JSON.stringify({ what, who, value, unit, note }));

/** How often the straight parts of edges cross that have no end in common. */
function crossings(lines) {
  const parts = lines.flatMap(({ from, to, points }) =>
    points.slice(1).map((end, i) => ({ from, to, a: points[i], b: end })),
  );
  const side = (p, q, r) =>
    (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    const one = parts[i];
    for (let k = i + 1; k < parts.length; k++) {
      const other = parts[k];
      const isJoined =
        one.from === other.from ||
        one.to === other.to ||
        one.from === other.to ||
        one.to === other.from;
      if (isJoined) continue;
      const apart =
        side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0 &&
        side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0;
      if (apart) count++;
    }
  }
  return count;
}

const pairs = (points) =>
  Array.from({ length: points.length / 2 }, (_, i) => ({
    x: points[2 * i],
    y: points[2 * i + 1],
  }));

const { graphOf } = await vite.ssrLoadModule("/src/api/graphs.ts");
const { arraysIn } = await vite.ssrLoadModule("/src/api/arrays.ts");
const { unpack } = await vite.ssrLoadModule("/src/api/decode.ts");
const payload = new Uint8Array(readFileSync(payloadPath)).buffer;
const read = () => graphOf(arraysIn(unpack(payload), "payload"));
say(
  `payload of a graph of ${read().nodes.count.toLocaleString("en")} operations, read by the page`,
  "vdlite",
  timed(read, 9),
  "ms",
);

for (const [count, name] of [
  [512, "512 operations in one scope"],
  [50_000, "50,000 operations in one scope"],
]) {
  const graph = flat(count);
  const outline = new Outline(graph, forward);
  const closed = {
    isOpen: () => false,
    isFolding: true,
    isUnfolded: () => false,
  };
  const sizes = {
    sizeOf: (box, times) => sizeOf(outline, box, times),
    titleWidth: (box, times) => titleWidth(outline, box, times),
  };
  const places = timed(() => {
    const orders = new Orders(outline);
    laidOut(
      { outline, orders, opening: closed, direction: "down", ...sizes },
      outline.root,
    );
  });
  say(`layout of ${name}`, "vdlite", places, "ms");
  say(
    `layout of ${name}, and ways of its edges`,
    "vdlite",
    timed(() => shown(outline, new Set())),
    "ms",
  );
}

const large = transformer(6250);
const begin = timed(() => {
  const outline = new Outline(large, forward);
  shown(outline, openedAtFirst(outline, true));
}, 3);
say(
  `first drawing of ${large.nodes.count.toLocaleString("en")} operations`,
  "vdlite",
  begin,
  "ms",
  "without painting",
);
const outline = new Outline(large, forward);
const opened = new Set(openedAtFirst(outline, true));
const orders = new Orders(outline);
shown(outline, opened, orders);
const block = [...opened].find(
  (box) => outline.names.scopeTitle(outline.scopeOf(box)) === "attn",
);
say(
  "one scope of these is opened",
  "vdlite",
  timed(() => {
    opened[opened.has(block) ? "delete" : "add"](block);
    shown(outline, opened, orders);
  }),
  "ms",
);
const paths = (scope) => outline.names.pathOf(scope);
say(
  "a regular expression is searched in these",
  "vdlite",
  timed(() => search(large, paths, "/^conv.*2d$/")),
  "ms",
);
say(
  "all ways through these",
  "vdlite",
  timed(() => between(large, [0], [large.nodes.count - 1])),
  "ms",
);

if (peersPath !== undefined) {
  const peer = async (name) =>
    (await import(pathToFileURL(createRequire(peersPath).resolve(name))))
      .default;
  const dagre = await peer("@dagrejs/dagre");
  const Elk = await peer("elkjs/lib/elk.bundled.js");
  const cases = [
    ["a transformer of 5 blocks", flattened(transformer(5))],
    ["a transformer of 5 blocks, 12 heads", flattened(transformer(5, 12))],
    ["a transformer of 30 blocks", flattened(transformer(30))],
    ["100 planted operations", flat(100, 6)],
    ["300 planted operations", flat(300, 6)],
    ["2,000 planted operations", flat(2000, 6)],
  ];
  for (const [name, graph] of cases) {
    const own = new Outline(graph, forward);
    let scene;
    const ms = timed(() => (scene = shown(own, new Set())), 1);
    const drawn = new Set(scene.wires.map(({ from, to }) => `${from} ${to}`));
    const what = `crossings, ${name}`;
    const tell = (who, lines, spent, note = "") =>
      say(
        what,
        who,
        crossings(lines),
        "crossings",
        `${note}${spent.toFixed(0)} ms`,
      );
    const mine = scene.wires.map(({ from, to, points }) => ({
      from,
      to,
      points: pairs(points),
    }));
    tell(
      "vdlite",
      mine,
      ms,
      `${graph.nodes.count} operations, ${drawn.size} edges, `,
    );

    // What is drawn as a stub has no line that could cross.
    const g = new dagre.graphlib.Graph({ multigraph: false });
    g.setGraph({ rankdir: "TB" });
    g.setDefaultEdgeLabel(() => ({}));
    for (const { box, width, height } of scene.boxes)
      g.setNode(String(box), { width, height });
    for (const { from, to } of scene.wires) g.setEdge(String(from), String(to));
    const spent = timed(() => dagre.layout(g), 1);
    const theirs = g
      .edges()
      .map(({ v, w }) => ({ from: v, to: w, points: g.edge(v, w).points }));
    tell("dagre", theirs, spent);

    const begun = performance.now();
    const laid = await new Elk().layout({
      id: "root",
      layoutOptions: {
        "elk.algorithm": "layered",
        "elk.direction": "DOWN",
        "elk.edgeRouting": "POLYLINE",
      },
      children: scene.boxes.map(({ box, width, height }) => ({
        id: String(box),
        width,
        height,
      })),
      edges: [...drawn].map((edge) => {
        const [from, to] = edge.split(" ");
        return { id: edge, sources: [from], targets: [to] };
      }),
    });
    const elks = laid.edges.map(({ sources, targets, sections }) => ({
      from: sources[0],
      to: targets[0],
      points: sections.flatMap((one) => [
        one.startPoint,
        ...(one.bendPoints ?? []),
        one.endPoint,
      ]),
    }));
    tell("elkjs", elks, performance.now() - begun);
  }
}

await vite.close();
