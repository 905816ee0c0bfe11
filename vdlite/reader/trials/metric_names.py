"""The name of a metric, and what it says: whether less or more of it is better. The page has the same rules."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from vdlite.kinds.hparams import Goal

Meaning = Literal["more", "less", "faster", "costs", "nothing"]

WORDS: Mapping[Meaning, str] = {
    "more": """
        acc accuracy correct correctness precision recall sensitivity specificity tpr tnr ppv npv f f1score
        fbeta fscore fmeasure auc auroc rocauc auprc aupr prauc ap apm apl map wap ar mar ndcg mrr hit iou
        miou giou ciou dice mdice macc jaccard pq hota mota deta assa idf pck oks r2 explained correlation
        corr pearson spearman kendall kappa qwk mcc matthews ccc ari nmi ami silhouette homogeneity
        completeness purity vmeasure concordance score reward rew return win winrate success solved elo
        trueskill match em pass margin improvement bleu sacrebleu rouge meteor cider spice chrf comet bleurt
        bertscore clipscore psnr ssim msssim vmaf pesq stoi sdr sisdr snr likelihood loglik elbo quality
        sharpe profit revenue mmlu gsm hellaswag arc truthfulqa winogrande piqa boolq humaneval mbpp aime
        gpqa ifeval bbh openbookqa triviaqa lambada squad glue superglue mrpc cola sst mtbench alpacaeval
        livecodebench math500
    """,
    "less": """
        loss error err mistake inaccuracy misclassification fpr fnr eer mse mae rmse rmsle msle mape smape
        medae logloss nll nlpd bce ce crossentropy xent perplexity ppl bpb bpc bpd wer cer ter mer brier ece
        crps fid kid fvd fad lpips regret gap penalty cost violation residual degradation drop drawdown
        chamfer emd wasserstein mmd distortion hausdorff hd ade fde epe distance divergence collision crash
        fail failed failure miss hallucination toxicity
    """,
    "faster": """
        throughput speed speedup goodput fps qps tps ips mfu flops gflops tflops bandwidth
    """,
    "costs": """
        time runtime walltime duration elapsed latency delay lag overhead wait stall ttft tpot second sec ms
        minute hour memory mem vram kl
    """,
    "nothing": """
        lr learning grad gradient scale scaler coef coefficient weight lambda alpha beta gamma momentum
        decay temperature threshold std stderr stddev deviation variance var size length len count num index
        id seed target limit entropy clip clipfrac advantage rejected chosen support ratio iterations
        timesteps episodes updates steps epochs samples alive survival
    """,
}
"""Words that say something, in the singular. What a training is judged by stands apart from what it costs."""

_MEANINGS: Mapping[str, Meaning] = {
    word: meaning for meaning, words in WORDS.items() for word in words.split()
}

# Several words that say together what none of them says alone, written with spaces.
_PHRASES = (
    (re.compile(r"\bexplained variance\b"), "explained"),
    (re.compile(r"\bcross entropy\b"), "crossentropy"),
    (re.compile(r"\bfalse (positive|negative)s?\b"), "error"),
    (re.compile(r"\btrue (positive|negative)s?\b"), "correct"),
    (re.compile(r"\bbits per (byte|dim|dimension|char|character)\b"), "nll"),
    (re.compile(r"\bsurvival time\b|\btime alive\b"), "score"),
    (re.compile(r"\btop ?[0-9]+\b|\btop k\b"), "acc"),
)

# `samples/s`, `tokens_per_sec`, `img_sec`: something in a second.
_IN_SECONDS = re.compile(
    r"\b(?:(img|it|iter|[a-z]+s)(?: per)?|([a-z]+) per) (?:s|secs?|seconds?)\b"
)

_CHINESE: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (re.compile("损失|误差|错误率|困惑度"), "less"),
    (re.compile("延迟|时间|耗时|时长|内存|显存"), "costs"),
    (re.compile("准确率|精度|精确率|召回率|奖励|得分|分数|回报|成功率|胜率"), "more"),
    (re.compile("吞吐|速度"), "faster"),
)

# From here on a name only says where or by what: `time_to_accuracy` is a time, `loss_per_token` a loss.
_ASIDE = frozenset(["to", "per", "at", "by", "until", "vs", "of", "for", "with", "over", "under"])

_HELD_OUT = re.compile(r"^(train|training|val|valid|validation|test|eval|dev|mean|avg)(?=.{3})")

# `1 - acc`, `neg_mean_squared_error`, `negative log likelihood`.
_TURNED = re.compile(
    r"^1\s*-\s*[^\W\d_]|(^|[\W\d_])(neg|minus|oneminus|one_minus|negative[\s_-]?log)[\s_-]", re.I
)

# Below a group `1-acc` may be the first of several.
_UNSURE = re.compile(r"[/.]1\s*-\s*[^\W\d_]")


@cache
def goal_by_name(name: str) -> Goal | None:
    """Whether less or more of a metric is better; None where its name does not say."""
    meaning = _meaning_of_name(name)
    if meaning == "nothing" or _UNSURE.search(name):
        return None
    is_more = meaning in ("more", "faster")
    return "max" if is_more != bool(_TURNED.search(name)) else "min"


def _meaning_of_name(name: str) -> Meaning:
    """What the last word says that says something: `accuracy_loss` is a loss, `loss_scale` is neither good nor bad."""
    for term, meaning in _CHINESE:
        if term.search(name):
            return meaning
    text = _spaced(name)
    for phrase, word in _PHRASES:
        text = phrase.sub(word, text)
    text = _IN_SECONDS.sub(
        lambda found: found[0] if _meaning_of(found[1] or found[2]) == "less" else "throughput",
        text,
    )
    known: Meaning = "nothing"
    for word in text.split(" "):
        if word in _ASIDE and known != "nothing":
            break
        known = _meaning_of(word) or known
    return known


def _meaning_of(word: str) -> Meaning | None:
    bare = re.sub(r"[0-9]+[a-z]?$", "", word)
    singular = re.sub(r"(ss|sh|ch|x)es$", r"\1", re.sub(r"ies$", "y", bare))
    for form in (word, bare, singular, re.sub(r"([^s])s$", r"\1", bare)):
        found = None if form == "f" and bare == word else _MEANINGS.get(form)
        if found is not None:
            return found
    rest = _HELD_OUT.sub("", bare)
    return None if rest == bare else _MEANINGS.get(rest)


def _spaced(name: str) -> str:
    """The name in lower case, with a space between its words: `valAcc/top-1` is `val acc top 1`."""
    # `valAcc` is two words, `mAP` is one; `BERTScore` is two.
    name = re.sub(r"([a-z]{2})([A-Z])", r"\1 \2", name)
    name = re.sub(r"([A-Z]{2}|[0-9])([A-Z][a-z]{2})", r"\1 \2", name)
    return re.sub(r"[\W_]+", " ", name.lower()).strip()
