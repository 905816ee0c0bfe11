import { expect, it } from "vitest";
import { isTraceFile } from "./trace-file";

it.each([
  ["a.pt.trace.json", '{\n  "schemaVersion": 1, "traceEvents": [', true],
  ["array.JSON", '[{"name": "a", "ph": "X"}', true],
  ["speed.json", '{"$schema": "https://www.speedscope.app/file-format-schema.json"}', true],
  ["graph.json", '{"nodes": [{"name": "ph", "type": "conv"}]}', false],
  ["a.pt.trace.json.gz", "", true],
  ["stacks.folded", "main;f 3", true],
  ["stacks.txt", "main;f 3\nmain;g 4\n", true],
  ["notes.txt", "buy 3; then 4 more", false],
  ["model.onnx", '"traceEvents"', false],
])("%s is recognized by its name and its beginning", async (name, text, expected) => {
  expect(await isTraceFile(name, new Blob([text]))).toBe(expected);
});
