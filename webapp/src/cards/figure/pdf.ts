/** Figures as PDF: lines stay lines, and texts stay texts. Loaded only when one is made: the libraries are large. */

import { jsPDF } from "jspdf";
import { svg2pdf } from "svg2pdf.js";
import { isStandard } from "../../lib/figure/fonts";

export interface PdfLook {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** One of those that every reader has, and none has to be embedded. */
  readonly font: "helvetica" | "times";
  /** As CSS has it: of texts that the font has no letters for. */
  readonly family: string;
}

export interface Pdf {
  readonly file: Blob;
  /** Texts that are drawn as pictures, since the font lacks letters of them. */
  readonly pictured: readonly string[];
}

/** Pixels of a pictured text for one of the drawing: more than 600 for an inch. */
const density = 10;

/** @param svg - a document with a `viewBox`. */
export async function pdfOf(svg: string, { width, height, font, family }: PdfLook): Promise<Pdf> {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const root = document.importNode(parsed, true) as unknown as SVGSVGElement;
  root.setAttribute("font-family", font);
  const pictured: string[] = [];
  for (const text of root.querySelectorAll("text")) {
    const words = minusSigns(text.textContent ?? "");
    text.textContent = words;
    if (isStandard(words)) withoutHalo(text);
    else {
      pictured.push(words);
      text.replaceWith(await pictureOf(text, family));
    }
  }
  const pdf = new jsPDF({
    unit: "pt",
    format: [width, height],
    orientation: width > height ? "landscape" : "portrait",
    compress: true,
  });
  // It measures what lies in the page.
  const host = document.createElement("div");
  host.hidden = true;
  host.append(root);
  document.body.append(host);
  try {
    await svg2pdf(root, pdf, { x: 0, y: 0, width, height });
  } finally {
    host.remove();
  }
  return { file: pdf.output("blob"), pictured };
}

/** The standard fonts have a hyphen in place of a minus sign; numbers with it are no pictures. */
function minusSigns(text: string): string {
  return text.replaceAll("\u2212", "\u2013");
}

/** A rim around letters is drawn behind them: PDF would draw it over them. */
function withoutHalo(text: SVGTextElement): void {
  if (!text.hasAttribute("paint-order")) return;
  const rim = text.cloneNode(true) as SVGTextElement;
  rim.setAttribute("fill", "none");
  text.before(rim);
  for (const name of ["stroke", "stroke-width", "stroke-linejoin", "paint-order"])
    text.removeAttribute(name);
}

const sides: Readonly<Record<string, number>> = { start: 0, middle: 0.5, end: 1 };

async function pictureOf(text: SVGTextElement, family: string): Promise<SVGImageElement> {
  const number = (name: string) => Number(text.getAttribute(name) ?? 0);
  const size = Number(text.closest("[font-size]")?.getAttribute("font-size") ?? 11);
  const words = text.textContent ?? "";
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const font = `${size * density}px ${family}`;
  if (context !== null) context.font = font;
  const wide = Math.ceil(context?.measureText(words).width ?? 0) + 4 * density;
  const high = Math.ceil(1.6 * size * density);
  [canvas.width, canvas.height] = [wide, high];
  const baseline = 1.2 * size * density;
  if (context !== null) {
    context.font = font;
    if (text.hasAttribute("paint-order")) {
      context.lineWidth = number("stroke-width") * density;
      context.lineJoin = "round";
      context.strokeStyle = text.getAttribute("stroke") ?? "";
      context.strokeText(words, 2 * density, baseline);
    }
    context.fillStyle = text.closest("[fill]")?.getAttribute("fill") ?? "#000000";
    context.fillText(words, 2 * density, baseline);
  }
  const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
  const anchor = text.closest("[text-anchor]")?.getAttribute("text-anchor") ?? "start";
  const left = number("x") - 2 - (wide / density - 4) * (sides[anchor] ?? 0);
  const place = {
    x: left,
    y: number("y") - 1.2 * size,
    width: wide / density,
    height: high / density,
  };
  for (const [name, value] of Object.entries(place)) image.setAttribute(name, String(value));
  const transform = text.getAttribute("transform");
  if (transform !== null) image.setAttribute("transform", transform);
  image.setAttribute("href", canvas.toDataURL("image/png"));
  return image;
}
