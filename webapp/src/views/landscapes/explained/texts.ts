/** The texts of the explanation. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as landscapes } from "../texts";

export const en = {
  explain: "What a loss landscape shows",
  descent: "A training goes downhill",
  descentText:
    "A loss gives every setting of the weights a height. With two weights all of it can be drawn: below, dark is low. Gradient descent steps against the slope, as far as slope times learning rate. Too small a rate creeps along the valley; from 2 / (greatest curvature) on, here 0.91, each step lands higher on the other side.",
  descentLabel: "A loss of two weights with the steps of gradient descent at a rate of {rate}",
  after: "after {n} {n|step|steps}: loss {loss}",
  left: "after {n} {n|step|steps} it has left the picture",
  reduced: "Millions of weights, two directions",
  reducedText:
    "A network has far more weights than a picture has axes, so two directions are chosen and the loss is computed on the plane that they span. “Training process” takes those along which the snapshots of the training differ most (principal components), and says how much of the path's variance they hold; a snapshot that lies off the plane has its own true loss beside that of the plane. “Compare” takes random directions around a trained model.",
  normalized: "Why directions are filter-normalized",
  normalizedText:
    "In a ReLU network the weights of one layer can be doubled and those of the next halved without changing what it computes, yet a step of fixed length then moves the first layer half as much, and the valley looks twice as wide. So each filter of a random direction gets the length of the filter that it moves (Li et al., 2018): widths are then in units of the weights themselves, and two networks can be compared. Without that they can't.",
  slice: "What a slice can't show",
  sliceText:
    "Every picture is a cut through a space of very many directions. Turn the line: cut along the valley, the loss looks flat; across it, sharp; and the second minimum is seen in a few directions only. A smooth picture is no proof of a smooth loss, and a minimum within the plane may be a slope in another direction. The eigenvalues of the Hessian, under “Curvature”, tell the sharpest direction of all.",
  angle: "Direction, °",
  sliceLabel: "The loss along the line at {angle} degrees",
  lineLabel: "A loss of two weights, and the line of the slice at {angle} degrees",
  more: "How it is computed",
  x: "weight 1",
  y: "weight 2",
} as const;

export const t = defineTexts("landscapesExplained", en, { landscapes });
