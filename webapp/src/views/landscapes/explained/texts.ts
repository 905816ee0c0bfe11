/** The texts of the explanation. */

import { defineTexts } from "../../../state/i18n.svelte";

const english = {
  explain: "What a loss landscape shows",
  close: "Close",
  descent: "A training goes downhill",
  descentText:
    "A loss gives every setting of the weights a height. With two weights all of it can be drawn: below, dark is low. Gradient descent steps against the slope, as far as slope times learning rate. Too small a rate creeps along the valley; from 2 / (greatest curvature) on, here 0.91, each step lands higher on the other side.",
  rate: "Learning rate",
  descentLabel: "A loss of two weights with the steps of gradient descent at a rate of {rate}",
  after: "after {n} {n|step|steps}: loss {loss}",
  left: "after {n} {n|step|steps} it has left the picture",
  reduced: "Millions of weights, two directions",
  reducedText:
    "A network has far more weights than a picture has axes, so two directions are chosen and the loss is computed on the plane that they span. “Training process” takes those along which the snapshots of the training differ most (principal components), and tells how much of the path's variance they hold; a snapshot that lies off the plane has its own true loss beside that of the plane. “Comparison” takes random directions around a trained model.",
  normalized: "Why directions are filter-normalized",
  normalizedText:
    "In a ReLU network the weights of one layer can be doubled and those of the next halved without changing what it computes, yet a step of fixed length then moves the first layer half as much, and the valley looks twice as wide. So each filter of a random direction gets the length of the filter that it moves (Li et al., 2018): widths are then in units of the weights themselves, and two networks can be compared. Without that they can't.",
  slice: "What a slice can't tell",
  sliceText:
    "Every picture is a cut through a space of very many directions. Turn the line: cut along the valley, the loss looks flat; across it, sharp; and the second minimum is seen in a few directions only. A smooth picture is no proof of a smooth loss, and a minimum within the plane may be a slope in another direction. The eigenvalues of the Hessian, under “Curvature”, tell the sharpest direction of all.",
  angle: "Direction, °",
  sliceLabel: "The loss along the line at {angle} degrees",
  lineLabel: "A loss of two weights, and the line of the slice at {angle} degrees",
  more: "How it is computed",
  x: "weight 1",
  y: "weight 2",
  loss: "loss",
  start: "Start",
  end: "End",
} as const;

const chinese = {
  explain: "损失地形图说明什么",
  close: "关闭",
  descent: "训练是下坡",
  descentText:
    "损失给每一组权重一个高度。只有两个权重时可以全部画出：下图中深色为低处。梯度下降逆着坡度走，步长为坡度乘以学习率。学习率太小，就沿谷底缓慢爬行；达到 2 /（最大曲率）（此处为 0.91）以后，每一步都落到对面更高处。",
  rate: "学习率",
  descentLabel: "两个权重的损失，以及学习率为 {rate} 时梯度下降的各步",
  after: "{n} 步之后：损失 {loss}",
  left: "{n} 步之后已离开图面",
  reduced: "数百万个权重，两个方向",
  reducedText:
    "网络的权重远多于图的坐标轴，因此选取两个方向，在它们张成的平面上计算损失。“训练过程”取训练快照差异最大的方向（主成分），并说明它们包含路径方差的多少；偏离平面的快照在平面损失旁另有自己的真实损失。“比较”取训练后模型周围的随机方向。",
  normalized: "为什么方向要按滤波器归一化",
  normalizedText:
    "在 ReLU 网络中，一层的权重加倍而下一层减半，所算的结果不变；但固定长度的一步使第一层的移动相对减半，谷就显得宽一倍。因此随机方向的每个滤波器取其所移动的滤波器的长度（Li 等，2018）：宽度以权重本身为单位，两个网络才可比较。",
  slice: "切片不能说明什么",
  sliceText:
    "每幅图都是高维空间的一个切面。转动直线：沿谷切开，损失显得平坦；横切则显得尖锐；第二个极小值只在少数方向上可见。图面平滑不能证明损失平滑，平面内的极小值在另一方向上可能是斜坡。“曲率”中的海森特征值说明最尖锐的方向。",
  angle: "方向，°",
  sliceLabel: "{angle} 度直线上的损失",
  lineLabel: "两个权重的损失，以及 {angle} 度切片的直线",
  more: "如何计算",
  x: "权重 1",
  y: "权重 2",
  loss: "损失",
  start: "起点",
  end: "终点",
} as const;

export const t = defineTexts<keyof typeof english>({ en: english, zh: chinese });
