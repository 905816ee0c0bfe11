/** Whether more or less of a metric is better: as its trials told it, or else guessed from its name. */

import type { Goal, Table } from "./types";

const more =
  "acc accuracy precision recall sensitivity specificity f1 fscore auc auroc ap map ndcg mrr hit hits iou miou dice jaccard r2 score reward return bleu rouge meteor cider psnr ssim win winrate success correlation kappa mcc likelihood throughput top1 top5".split(
    " ",
  );
const less = "loss error err perplexity mae mse rmse mape fid nll bpb".split(" ");

/** The words of a name: `valAcc/top-1` is val, acc, top, 1. */
function wordsOf(name: string): readonly string[] {
  // `valAcc` is two words, `mAP` is one.
  const spaced = name.replace(/(\p{Ll}{2})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** A word that says "less" wins: `accuracy_loss` is a loss. */
export function guessedGoal(name: string): Goal {
  const words = wordsOf(name);
  if (words.some((word) => less.includes(word))) return "min";
  return words.some((word) => more.includes(word)) ? "max" : "min";
}

/** Until the user says otherwise. */
export function goalOf({ goals }: Pick<Table, "goals">, tag: string): Goal {
  return goals?.get(tag) ?? guessedGoal(tag);
}
