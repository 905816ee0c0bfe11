/** Parts that all scripts for matplotlib share. Pure. */

import type { ScriptLook } from "../../../cards/figure/source";
import type { FigureLabels } from "../../../charts/shapes/figure";
import { pyNumber, pyText, pyTexts } from "../../../lib/figure/python";

/** Which landscape a script reads. */
export interface ScriptPlace {
  /** As `LogReader` names it. */
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly id: string;
}

export interface ScriptSource {
  /** As the server says it. */
  readonly logdir: string;
  /** As the page has them: names, in which no `$` begins a formula. */
  readonly labels: FigureLabels;
  /** Name of the picture's file, without an extension. */
  readonly name: string;
}

/** Names may hold what matplotlib and LaTeX take for their own. */
const escaping = [
  "",
  "def text(words, math=False):",
  '    """Words as they stand; with math, what is between two $ is a formula."""',
  '    if math and words.count("$") % 2 == 0:',
  '        parts = words.split("$")',
  "    else:",
  "        parts = [words]",
  "    if not USE_LATEX:",
  '        return words if len(parts) > 1 else words.replace("$", r"\\$")',
  "    own = {",
  '        "\\\\": r"\\textbackslash{}",',
  // matplotlib takes the escape away from a dollar.
  '        "$": r"\\textdollar{}",',
  '        "~": r"\\textasciitilde{}",',
  '        "^": r"\\textasciicircum{}",',
  '        **{letter: "\\\\" + letter for letter in "#%&_{}"},',
  "    }",
  "    return '$'.join(",
  '        part if i % 2 else "".join(own.get(letter, letter) for letter in part)',
  "        for i, part in enumerate(parts)",
  "    )",
  "",
];

/** @param imports - lines after those that all scripts have. */
export function opening(
  { logdir }: ScriptSource,
  { families, fontSize }: ScriptLook,
  imports: readonly string[] = [],
): string[] {
  // Names that only browsers know would be looked for in vain; the last one is always there.
  const known = families.filter((name) => !/^(system-ui|-apple-system|Segoe UI)$/.test(name));
  return [
    "# Draws a figure of vdlite again, from the log: pip install vdlite matplotlib",
    "import matplotlib",
    "import matplotlib.pyplot as plt",
    "import numpy as np",
    ...imports,
    "",
    "from vdlite import LogReader",
    "",
    "# The folder of the logs as the server names it: change it if they lie elsewhere.",
    `LOGDIR = ${pyText(logdir)}`,
    "",
    "# True: letters are set by LaTeX, which has to be there, and the figure is a .pgf file to \\\\input.",
    "USE_LATEX = False",
    "if USE_LATEX:",
    '    matplotlib.use("pgf")',
    "plt.rcParams.update(",
    "    {",
    '        # For names in Chinese, one that has their letters, such as "Noto Sans CJK SC", has to be among them.',
    `        "font.family": ${pyTexts([...new Set([...known, "DejaVu Sans"])])},`,
    `        "font.size": ${pyNumber(fontSize)},`,
    `        "axes.linewidth": ${pyNumber(lineWidth(fontSize))},`,
    '        "axes.titlesize": "medium",',
    '        "pdf.fonttype": 42,  # letters stay letters',
    '        "svg.fonttype": "none",',
    '        "pgf.texsystem": "pdflatex",',
    '        "pgf.rcfonts": False,  # the fonts of the paper',
    "    }",
    ")",
    "",
    ...escaping,
    "",
    "reader = LogReader(LOGDIR)",
  ];
}

/** Lines follow the letters. */
export function lineWidth(fontSize: number, pixels = 1): number {
  return Math.round((fontSize * pixels * 100) / 11) / 100;
}

/** @param to - name of the variable. */
export function reading({ run, tag, step, id }: ScriptPlace, to: string): string[] {
  const place = [pyText(run), pyText(tag), `step=${String(step)}`, `id=${pyText(id)}`];
  return [`${to} = reader.landscape(${place.join(", ")})`];
}

/** @param layout - "compressed" where a unit of x is as long as one of y. */
export function figureLine(
  { width, height }: ScriptLook,
  layout: "constrained" | "compressed" = "constrained",
): string {
  const size = [width, height].map((inches) => pyNumber(Math.round(inches * 1000) / 1000));
  return `fig = plt.figure(figsize=(${size.join(", ")}), layout="${layout}")  # inches`;
}

/** A name: none of it is a formula. */
export function named(name: string): string {
  return `text(${pyText(name)})`;
}

/** What was typed may hold formulas between two `$`; names of the page hold none. */
export function labelText(
  key: keyof FigureLabels,
  { labels }: ScriptSource,
  look: ScriptLook,
): string {
  const typed = look.wish.labels[key];
  return typed === labels[key] ? named(typed) : `text(${pyText(typed)}, math=True)`;
}

/** The title, and the file. */
export function closing({ name }: ScriptSource, { wish, dpi }: ScriptLook): string[] {
  return [
    ...(wish.title === "" ? [] : [`ax.set_title(text(${pyText(wish.title)}, math=True))`]),
    "",
    `fig.savefig(${pyText(name)} + (".pgf" if USE_LATEX else ".pdf"), dpi=${pyNumber(dpi)})`,
    "",
  ];
}
