/** Player of a path: how far it has come, whether played, held, or moved by hand. */

/** Time of each snapshot, and of a whole path at least and at most; in milliseconds. */
const each = 160;
const shortest = 2400;
const longest = 9000;

export class Player {
  /** From 0, at the first snapshot, to 1, at the last. */
  frame = $state(1);
  playing = $state(false);
  #request = 0;

  /** From the start if the path is at its end. @param snapshots - of the path. */
  play(snapshots: number): void {
    if (snapshots < 2) return;
    this.pause();
    this.playing = true;
    const duration = Math.min(longest, Math.max(shortest, each * snapshots));
    const from = this.frame >= 1 ? 0 : this.frame;
    // Who wants no motion sees one snapshot after the other, and nothing that glides.
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let start: number | null = null;
    const go = (now: number): void => {
      start ??= now;
      const come = Math.min(1, from + (now - start) / duration);
      this.frame = isStill ? Math.floor(come * (snapshots - 1)) / (snapshots - 1) : come;
      if (come < 1) this.#request = requestAnimationFrame(go);
      else this.playing = false;
    };
    this.#request = requestAnimationFrame(go);
  }

  pause(): void {
    cancelAnimationFrame(this.#request);
    this.playing = false;
  }

  toggle(snapshots: number): void {
    if (this.playing) this.pause();
    else this.play(snapshots);
  }

  /** To a snapshot, counted from 0. */
  moveTo(index: number, snapshots: number): void {
    this.pause();
    this.frame = snapshots < 2 ? 1 : index / (snapshots - 1);
  }

  /** Another path is shown: all of it. */
  reset(): void {
    this.pause();
    this.frame = 1;
  }
}
