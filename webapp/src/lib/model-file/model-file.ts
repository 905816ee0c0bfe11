/** What of a model's file has to be sent for its graph to be read: everything but the weights. */

import { withoutWeights as onnxWithoutWeights } from "./onnx";
import { headerOf } from "./safetensors";
import { programOf } from "./pt2";

export const SUFFIXES = [".pt2", ".onnx", ".safetensors", ".json"] as const;

/** A file, or anything of which parts can be read. */
export type ModelFileSource = Pick<Blob, "size" | "slice">;

const parts: Readonly<Record<string, (file: ModelFileSource) => Promise<Blob>>> = {
  ".pt2": programOf,
  ".onnx": onnxWithoutWeights,
  ".safetensors": headerOf,
};

export function suffixOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot).toLowerCase();
}

export function isModelFile(name: string): boolean {
  return SUFFIXES.some((suffix) => suffix === suffixOf(name));
}

/**
 * The part of the file that holds its graph. A file that is not what its name says is sent as it is: whoever reads it
 * says what is wrong.
 */
export async function graphPart(name: string, file: ModelFileSource): Promise<Blob> {
  const part = parts[suffixOf(name)];
  if (part === undefined) return file.slice(0);
  try {
    return await part(file);
  } catch (error) {
    if (error instanceof RangeError) return file.slice(0);
    throw error;
  }
}
