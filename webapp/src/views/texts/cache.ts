/** The texts that were read last. */

import { fetchMedia } from "../../api/records";
import { LoadingCache } from "../../cards/records/loading-cache";

export const texts = new LoadingCache<string>({
  load: async (address, signal) => (await fetchMedia(address, signal)).text(),
  most: 200,
});
