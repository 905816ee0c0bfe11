import type { LanguageWords } from "../words";

export const graphsFamilies: LanguageWords["graphsFamilies"] = {
  input: "输入和输出",
  convolution: "卷积",
  matrix: "矩阵乘法",
  attention: "注意力",
  norm: "归一化",
  activation: "激活函数",
  pooling: "池化、缩放",
  shape: "形状、索引",
  arithmetic: "算术",
  reduction: "归约、损失",
  embedding: "嵌入",
  random: "Dropout、随机",
  data: "数据",
  other: "其他",
  source: "数据源",
  split: "拆分、合并",
  transform: "变换",
  sampler: "采样器",
  batch: "批次、整理",
  loader: "加载器",
};
