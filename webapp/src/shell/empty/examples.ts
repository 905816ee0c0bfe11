/** Python that logs something of each kind: for views that have nothing to show. Tests run it. */

import type { Kind } from "../../api/kinds";
import { viewOf } from "../../views/registry";
import type { View } from "../../views/view";
import json from "./examples.json";

interface Example {
  /** Name of the page of the documentation. */
  readonly page: string;
  readonly imports: readonly string[];
  /** Within the `with` of a writer. */
  readonly lines: readonly string[];
}

/** A kind without an example does not compile. */
export const examples: Readonly<Record<Kind, Example>> = json;

/** The kind that a view is made for, before those that it shows, too; none of those that show all. */
export function kindOf(view: View): Kind | undefined {
  return view.kinds.find((kind) => viewOf(kind) === view) ?? view.kinds[0];
}

/** @param folder - where runs are looked for. */
export function codeOf(kind: Kind, folder: string | undefined): string {
  const { imports, lines } = examples[kind];
  return [
    ...imports,
    "from vdlite import LogWriter",
    "",
    `with LogWriter(${runIn(folder)}) as writer:`,
    ...lines.map((line) => `    ${line}`),
  ].join("\n");
}

/** What has the machine watched while the block runs. */
export function codeOfSystem(folder: string | undefined): string {
  return [
    "from vdlite import LogWriter",
    "",
    `with LogWriter(${runIn(folder)}, system=True) as writer:`,
    "    train()",
  ].join("\n");
}

/** A number of each of so many tags, of which there have to be as many. */
export function codeOfMany(folder: string | undefined, count: number): string {
  return [
    "from vdlite import LogWriter",
    "",
    `with LogWriter(${runIn(folder)}) as writer:`,
    `    tags = [f"norm/layers.{layer}" for layer in range(${String(count)})]`,
    "    writer.add_scalar_row(tags, range(len(tags)), step=1)",
  ].join("\n");
}

/** A JSON string is a Python string too, backslashes of Windows included. */
function runIn(folder: string | undefined): string {
  return JSON.stringify(`${(folder ?? "runs").replace(/[\\/]+$/, "")}/first`);
}
