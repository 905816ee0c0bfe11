/** The kinds that the page shows, in the order of their views. */
export const KINDS = [
  "scalar",
  "hparams",
  "lineage",
  "environment",
  "image",
  "histogram",
  "pr_curve",
  "roc_curve",
  "confusion_matrix",
  "embeddings",
  "mesh",
  "tensor",
  "graph",
  "landscape",
  "layout",
  "profile",
  "text",
  "console",
  "audio",
  "video",
] as const;

export type Kind = (typeof KINDS)[number];
