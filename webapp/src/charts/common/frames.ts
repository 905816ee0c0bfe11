/** Shares the frames of the browser among many charts, so that scrolling stays smooth. */

export interface FrameQueue {
  /** Draws soon; a second call before that changes nothing. `urgent`: in the very next frame. */
  add(draw: () => void, urgent: boolean): void;
  remove(draw: () => void): void;
}

/**
 * @param nextFrame - calls back in the next frame.
 * @param perFrame - drawings in one frame at most, besides the urgent ones.
 */
export function frameQueue(nextFrame: (work: () => void) => void, perFrame: number): FrameQueue {
  /** In the order of arrival, and whether each is urgent. */
  const waiting = new Map<() => void, boolean>();
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled || waiting.size === 0) return;
    scheduled = true;
    nextFrame(run);
  };
  const run = (): void => {
    scheduled = false;
    let room = perFrame;
    for (const [draw, urgent] of [...waiting]) {
      if (!urgent && room-- <= 0) continue;
      waiting.delete(draw);
      draw();
    }
    schedule();
  };
  return {
    add(draw, urgent) {
      waiting.set(draw, urgent || waiting.get(draw) === true);
      schedule();
    },
    remove(draw) {
      waiting.delete(draw);
    },
  };
}

/** Of all charts of the page. */
export const frames = frameQueue((work) => requestAnimationFrame(work), 2);
