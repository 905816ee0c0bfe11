/** The header of a .safetensors file. */

import { bytesOf, uint64, viewOf } from "./bytes";
import type { ModelFileSource } from "./model-file";

export async function headerOf(file: ModelFileSource): Promise<Blob> {
  const length = uint64(viewOf(await bytesOf(file, 0, 8)), 0);
  if (8 + length > file.size) throw new RangeError(`a header of ${length} bytes`);
  return file.slice(0, 8 + length);
}
