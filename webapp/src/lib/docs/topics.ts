/** Where the documentation defines what the page shows. */

/** A section of a page of the documentation. */
export interface DocPlace {
  /** Name of the file in docs, without its suffix. */
  readonly page: string;
  /** Anchor of the heading; empty: the beginning. */
  readonly anchor: string;
}

export const topics = {
  smoothing: { page: "views/scalars", anchor: "smoothing" },
  groups: { page: "views/groups", anchor: "middle-and-band" },
  importance: { page: "how-to/compare-runs", anchor: "which-hyperparameter-matters" },
  curves: { page: "kinds/curves", anchor: "the-page" },
  layers: { page: "kinds/histogram", anchor: "the-page" },
  projections: { page: "kinds/embeddings", anchor: "the-projections" },
  landscapes: { page: "landscapes", anchor: "loss-landscapes" },
  flatness: { page: "views/landscapes", anchor: "flatness" },
  minima: { page: "views/landscapes", anchor: "minima" },
  barriers: { page: "landscapes/between-models", anchor: "barriers-between-models" },
  curvature: { page: "landscapes/curvature", anchor: "curvature" },
  curvatureByStep: { page: "landscapes/curvature", anchor: "compute_curvature" },
  steps: { page: "views/profiles", anchor: "what-a-step-is-spent-on" },
  changes: { page: "views/profiles", anchor: "compare" },
} as const satisfies Readonly<Record<string, DocPlace>>;

export type Topic = keyof typeof topics;

/** A heading as links name it. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * What a link of a page leads to.
 * @param from - name of the page that it is on.
 * @returns null: something that is no page of the documentation.
 */
export function linked(href: string, from: string): DocPlace | null {
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return null;
  const [path = "", anchor = ""] = href.split("#", 2);
  if (path === "") return { page: from, anchor };
  if (!path.endsWith(".md")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.slice(0, -".md".length).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== ".") parts.push(part);
  }
  return { page: parts.join("/"), anchor };
}
