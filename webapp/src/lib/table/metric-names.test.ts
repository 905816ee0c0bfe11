import { expect, it } from "vitest";
import { goalByName, isJudged } from "./metric-names";

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const more = `
  accuracy/test
  val_acc
  valAcc
  val_acc1
  valaccuracy
  test/F1
  f1_score
  F1Score
  eval/f1_macro
  mean reward
  rollout/ep_rew_mean
  episode_reward
  rewards/accuracies
  rewards/margins
  reward
  eval/mean_reward
  charts/episodic_return
  score
  r2
  R2
  test_r2_score
  explained_variance
  AUC
  roc_auc
  ROCAUC
  auprc
  auc_pr
  top1
  top5
  top-1-acc
  top_5_accuracy
  mAP
  AP
  AP50
  bbox/APs
  metrics/mAP50(B)
  metrics/mAP50-95(B)
  metrics/precision(B)
  bbox_mAP_50
  coco/AR@100
  eval/rouge1
  rougeL
  eval/rougeLsum
  bleu
  BERTScore
  pass@1
  humaneval/pass@10
  eval/exact_match
  eval/em
  eval/mmlu
  mmlu/acc_norm
  gsm8k
  math500
  hellaswag
  elbo
  log_likelihood
  IoU
  mIoU
  val/mDice
  dice
  dice_coeff_score
  mota
  idf1
  precision
  recall@20
  hits@10
  ndcg@10
  mrr
  psnr
  SSIM
  tokens_per_second
  tokens/s
  samples/s
  samples_sec
  train_samples_per_second
  img/sec
  it/s
  throughput
  time/fps
  mfu
  win rate
  winrate
  success_rate
  true_positive_rate
  acc_improvement
  loss/accuracy
  neg_mean_squared_error
  neg_log_loss
  best_val_accuracy
  val_accuracy_epoch
  cohen_kappa
  spearmanr/corr
  survival_time
  准确率
`;

const less = `
  loss
  loss/test
  train_loss_epoch
  train_loss_step
  val_losses
  trainloss
  losses/box
  val/box_loss
  perplexity
  eval/ppl
  lambada_ppl
  accuracy_loss
  val_accuracy_loss
  acc_loss
  reward_loss
  entropy_loss
  loss_total
  loss_per_token
  loss_at_best_acc
  error
  error_rate
  errors_per_second
  test_err
  score_error
  top1_error
  inaccuracy
  1-acc
  1 - acc
  neg_log_likelihood
  negative log likelihood
  nll
  bits_per_byte
  bpb
  mse
  mean_squared_error
  test/RMSE
  rmse2
  mae
  wer
  cer
  fid
  FID50k
  kl
  approx_kl
  cross_entropy
  false_positive_rate
  time
  time_to_accuracy
  time_per_epoch
  latency_p99
  duration
  eval_runtime
  sec/step
  s/step_time
  ms_per_step
  gpu_memory
  gpu_memory_percent
  generalization_gap
  regret
  hd95
  损失
`;

const unknown = `
  value
  x
  place
  foo
  metric
  objective
  loss_scale
  loss_weight
  reward_scale
  reward_std
  acc_stderr
  kl_coef
  rewards/rejected
  accuracy_threshold
  lr
  learning_rate
  optimizer/lr
  epoch
  step
  train/global_step
  time/total_timesteps
  time/iterations
  grad_norm
  loss_grad_norm
  weight_decay
  entropy
  ep_len_mean
  num_correct_count
  fold/1-acc
  beta1
  logits/f
  temperature
  gpu/utilization
`;

it.each(lines(more))("more of %s is better", (name) => {
  expect(goalByName(name)).toBe("max");
});

it.each(lines(less))("less of %s is better", (name) => {
  expect(goalByName(name)).toBe("min");
});

it.each(lines(unknown))("the name %s doesn't say", (name) => {
  expect(goalByName(name)).toBeNull();
});

it("what says nothing is known in any case, behind any group and with any separator", () => {
  for (const name of ["ep_rew_mean", "ep-rew-mean", "EP REW MEAN", "a/b/ep.rew.mean", "epRewMean"])
    expect(goalByName(name)).toBe("max");
});

it("trainings are judged by quality, not by speed, time or memory", () => {
  expect(["val/loss", "ep_rew_mean", "mAP50"].filter(isJudged)).toHaveLength(3);
  expect(["fps", "tokens/s", "time", "gpu_memory", "approx_kl", "lr"].filter(isJudged)).toEqual([]);
});
