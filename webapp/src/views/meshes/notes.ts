/** What can't be drawn of a mesh as it was logged. */

import type { Mesh } from "../../api/meshes";
import type { Note } from "../../cards/notes";
import { coarsenessOf, drawsPoints, flatFacesOf, preparedOf } from "../../charts/mesh/prepare";
import { formatCount } from "../../lib/format";
import { shortNumber } from "../../lib/numbers";
import { boxIn, shapeOf } from "./drawing";
import { strangeValuesOf } from "./model";
import { t } from "./texts";

export function notesOf(mesh: Mesh): Note[] {
  return [...ofVertices(mesh), ...ofFaces(mesh), ...ofColors(mesh)];
}

function ofVertices(mesh: Mesh): Note[] {
  const notes: Note[] = [];
  const { finite } = preparedOf(shapeOf(mesh));
  const leftOut = finite === null ? 0 : mesh.vertices.length / 3 - finite.length;
  if (leftOut > 0) notes.push({ text: t("leftOut", { n: leftOut }), title: t("leftOutTitle") });
  const box = boxIn(mesh);
  const step = box === null ? 0 : coarsenessOf(mesh.vertices, box);
  if (step > 0)
    notes.push({ text: t("coarse", { step: shortNumber(step) }), title: t("coarseTitle") });
  return notes;
}

function ofFaces(mesh: Mesh): Note[] {
  const shape = shapeOf(mesh);
  const flat = flatFacesOf(preparedOf(shape));
  if (flat === 0) return [];
  const counts = { n: formatCount(flat), m: formatCount((mesh.faces?.length ?? 0) / 3) };
  const text = drawsPoints(shape, "smooth") ? t("noArea") : t("flatFaces", counts);
  return [{ text, title: t("flatTitle") }];
}

function ofColors(mesh: Mesh): Note[] {
  const notes: Note[] = [];
  const strange = strangeValuesOf(mesh);
  if (strange > 0) {
    const counts = { n: formatCount(strange), m: formatCount(mesh.vertices.length / 3) };
    notes.push({ text: t("strangeValues", counts), title: t("strangeTitle") });
  }
  if (mesh.clipped > 0) notes.push({ text: t("clipped", { n: formatCount(mesh.clipped) }) });
  return notes;
}
