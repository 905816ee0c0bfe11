/** The sounds that were read last. */

import { fetchMedia } from "../../api/records";
import { LoadingCache } from "../../cards/records/loading-cache";
import { soundOf, type Sound } from "./wav";

export const sounds = new LoadingCache<Sound>({
  load: async (address, signal) => soundOf(await (await fetchMedia(address, signal)).arrayBuffer()),
  most: 24,
});
