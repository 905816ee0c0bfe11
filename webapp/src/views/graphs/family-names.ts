/** What the families of operations are called. */

import type { Family } from "../../lib/graph/families";
import { defineTexts } from "../../state/i18n.svelte";

export const familyName = defineTexts<Family>({
  en: {
    input: "Inputs and outputs",
    convolution: "Convolution",
    matrix: "Matrix product",
    attention: "Attention",
    norm: "Normalization",
    activation: "Activation",
    pooling: "Pooling, resizing",
    shape: "Shape, indexing",
    arithmetic: "Arithmetic",
    reduction: "Reduction, loss",
    embedding: "Embedding",
    random: "Dropout, random",
    data: "Data",
    other: "Others",
  },
  zh: {
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
  },
});
