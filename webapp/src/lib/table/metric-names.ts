/** What the name of a metric says: whether less or more of it is better, and whether trainings are judged by it. */

import type { Goal } from "./types";

const words = (listed: string): readonly string[] => listed.trim().split(/\s+/);

/** Words that say something, in the singular. What a training is judged by stands apart from what it costs. */
const wordsOf: Readonly<
  Record<"more" | "less" | "faster" | "costs" | "nothing", readonly string[]>
> = {
  more: words(`
      acc accuracy correct correctness precision recall sensitivity specificity tpr tnr ppv npv
      f f1score fbeta fscore fmeasure auc auroc rocauc auprc aupr prauc ap apm apl map wap ar mar ndcg mrr hit
      iou miou giou ciou dice mdice macc jaccard pq hota mota deta assa idf pck oks
      r2 explained correlation corr pearson spearman kendall kappa qwk mcc matthews ccc ari nmi ami silhouette
      homogeneity completeness purity vmeasure concordance
      score reward rew return win winrate success solved elo trueskill match em pass margin improvement
      bleu sacrebleu rouge meteor cider spice chrf comet bleurt bertscore clipscore
      psnr ssim msssim vmaf pesq stoi sdr sisdr snr
      likelihood loglik elbo quality sharpe profit revenue
      mmlu gsm hellaswag arc truthfulqa winogrande piqa boolq humaneval mbpp aime gpqa ifeval bbh openbookqa
      triviaqa lambada squad glue superglue mrpc cola sst mtbench alpacaeval livecodebench math500
    `),
  less: words(`
      loss error err mistake inaccuracy misclassification fpr fnr eer mse mae rmse rmsle msle mape smape medae
      logloss nll nlpd bce ce crossentropy xent perplexity ppl bpb bpc bpd wer cer ter mer brier ece crps
      fid kid fvd fad lpips regret gap penalty cost violation residual degradation drop drawdown
      chamfer emd wasserstein mmd distortion hausdorff hd ade fde epe distance divergence
      collision crash fail failed failure miss hallucination toxicity
    `),
  faster: words(
    "throughput speed speedup goodput fps qps tps ips mfu flops gflops tflops bandwidth",
  ),
  costs: words(`
      time runtime walltime duration elapsed latency delay lag overhead wait stall ttft tpot
      second sec ms minute hour memory mem vram kl
    `),
  nothing: words(`
      lr learning grad gradient scale scaler coef coefficient weight lambda alpha beta gamma momentum decay temperature
      threshold std stderr stddev deviation variance var size length len count num index id seed target limit entropy
      clip clipfrac advantage rejected chosen support ratio iterations timesteps episodes updates steps epochs samples
      alive survival
    `),
};

type Meaning = keyof typeof wordsOf;
const meanings: ReadonlyMap<string, Meaning> = new Map(
  (Object.keys(wordsOf) as Meaning[]).flatMap((meaning) =>
    wordsOf[meaning].map((word) => [word, meaning] as const),
  ),
);

/** Several words that say together what none of them says alone, written with spaces. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bexplained variance\b/g, "explained"],
  [/\bcross entropy\b/g, "crossentropy"],
  [/\bfalse (positive|negative)s?\b/g, "error"],
  [/\btrue (positive|negative)s?\b/g, "correct"],
  [/\bbits per (byte|dim|dimension|char|character)\b/g, "nll"],
  [/\bsurvival time\b|\btime alive\b/g, "score"],
  [/\btop ?\d+\b|\btop k\b/g, "acc"],
];

/** `samples/s`, `tokens_per_sec`, `img_sec`: something in a second. */
const inSeconds = /\b(?:(img|it|iter|[a-z]+s)(?: per)?|([a-z]+) per) (?:s|secs?|seconds?)\b/g;

const chinese: readonly (readonly [RegExp, Meaning])[] = [
  [/损失|误差|错误率|困惑度/, "less"],
  [/延迟|时间|耗时|时长|内存|显存/, "costs"],
  [/准确率|精度|精确率|召回率|奖励|得分|分数|回报|成功率|胜率/, "more"],
  [/吞吐|速度/, "faster"],
];

/** From here on a name only says where or by what: `time_to_accuracy` is a time, `loss_per_token` a loss. */
const aside = new Set([
  "to",
  "per",
  "at",
  "by",
  "until",
  "vs",
  "of",
  "for",
  "with",
  "over",
  "under",
]);

/** The name in lower case, with a space between its words: `valAcc/top-1` is `val acc top 1`. */
function spaced(name: string): string {
  return (
    name
      // `valAcc` is two words, `mAP` is one; `BERTScore` is two.
      .replace(/(\p{Ll}{2})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu}{2}|\d)(\p{Lu}\p{Ll}{2})/gu, "$1 $2")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  );
}

const heldOut = /^(train|training|val|valid|validation|test|eval|dev|mean|avg)(?=.{3})/;

function meaningOf(word: string): Meaning | undefined {
  const bare = word.replace(/\d+[a-z]?$/, "");
  const singular = bare.replace(/ies$/, "y").replace(/(ss|sh|ch|x)es$/, "$1");
  const forms = [word, bare, singular, bare.replace(/([^s])s$/, "$1")];
  for (const form of forms) {
    const found = form === "f" && bare === word ? undefined : meanings.get(form);
    if (found !== undefined) return found;
  }
  const rest = bare.replace(heldOut, "");
  return rest === bare ? undefined : meanings.get(rest);
}

/** The last word that says something decides: `accuracy_loss` is a loss, `loss_scale` is neither good nor bad. */
function meaningOfName(name: string): Meaning {
  for (const [term, meaning] of chinese) if (term.test(name)) return meaning;
  const text = phrases
    .reduce((whole, [phrase, word]) => whole.replace(phrase, word), spaced(name))
    .replace(inSeconds, (whole, one?: string, other?: string) =>
      meaningOf(one ?? other ?? "") === "less" ? whole : "throughput",
    );
  let found: Meaning = "nothing";
  for (const word of text.split(" ")) {
    if (aside.has(word) && found !== "nothing") break;
    found = meaningOf(word) ?? found;
  }
  return found;
}

const opposite: Readonly<Record<Goal, Goal>> = { min: "max", max: "min" };
/** `1 - acc`, `neg_mean_squared_error`, `negative log likelihood`. */
const turned =
  /^1\s*-\s*\p{L}|(^|[^\p{L}])(neg|minus|oneminus|one_minus|negative[\s_-]?log)[\s_-]/iu;
/** Below a group `1-acc` may be the first of several. */
const unsure = /[/.]1\s*-\s*\p{L}/u;

/** null: the name doesn't say. */
export function goalByName(name: string): Goal | null {
  const meaning = meaningOfName(name);
  if (meaning === "nothing" || unsure.test(name)) return null;
  const goal = meaning === "more" || meaning === "faster" ? "max" : "min";
  return turned.test(name) ? opposite[goal] : goal;
}

/** Whether it says how fast a training goes. */
export const isThroughput = (name: string): boolean => meaningOfName(name) === "faster";

/** Whether trainings are judged by what is called so: by a loss, not by how long it took. */
export function isJudged(name: string): boolean {
  const meaning = meaningOfName(name);
  return meaning === "more" || meaning === "less";
}
