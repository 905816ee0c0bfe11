/** The meshes that were read last. */

import { fetchMesh, type Mesh } from "../../api/meshes";
import { LoadingCache } from "../../cards/records/loading-cache";
import { placeAt } from "../../cards/records/record-address";

/** Bytes that are kept in all. */
const mostCost = 512 << 20;

export const meshes = new LoadingCache<Mesh>({
  load: (address, signal) => {
    const { run, tag, step, check } = placeAt(address);
    return fetchMesh(run, tag, step, check, signal);
  },
  most: 60,
  // What is drawn of it takes as much again.
  cost: ({ vertices, faces, colors, values }) =>
    3 * vertices.byteLength +
    (faces?.byteLength ?? 0) +
    (colors?.byteLength ?? 0) +
    (values?.byteLength ?? 0),
  mostCost,
});
