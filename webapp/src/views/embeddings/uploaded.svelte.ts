/** Points that were brought along instead of logged. They stay while the page is open. */

import { forgetUpload, upload, type MetadataColumn } from "../../api/embeddings";
import type { Vectors } from "./tsv";

export interface Uploaded {
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  readonly points: number;
  readonly dimensions: number;
  readonly columns: readonly MetadataColumn[];
}

class Upload {
  current = $state.raw<Uploaded | null>(null);

  async bring(
    name: string,
    { values, points, dimensions }: Vectors,
    columns: readonly MetadataColumn[],
    progress: (share: number) => void,
  ): Promise<void> {
    const id = await upload(values, points, dimensions, progress);
    this.drop();
    this.current = { id, name, points, dimensions, columns };
  }

  /** Back to what was logged. */
  drop(): void {
    const id = this.current?.id;
    this.current = null;
    // It may be gone already: the server keeps only so many.
    if (id !== undefined) void forgetUpload(id).catch(() => undefined);
  }
}

export const uploaded = new Upload();
