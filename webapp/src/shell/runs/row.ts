/** Measures that the rows of the list share, in pixels. */

/** Of each level of folders. */
export const INDENT = 14;
/** Of the arrow of a folder, which the rows of runs leave free. */
export const ARROW = 18;
