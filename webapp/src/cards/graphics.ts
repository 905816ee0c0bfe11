/** What is said where the browser does not draw in three dimensions. */

import { t } from "./texts";

export interface GraphicsWords {
  readonly noWebGL: string;
  readonly lost: string;
}

/** In the page's language. */
export function graphicsWords(): GraphicsWords {
  return { noWebGL: t("noWebGL"), lost: t("lost") };
}
