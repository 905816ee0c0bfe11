/** Animated pictures frame by frame, so that they can be stopped and searched through. */

import { timelineOf, type Timeline } from "./timeline";

export interface Animation {
  readonly width: number;
  readonly height: number;
  readonly timeline: Timeline;
  /** Draws a frame, as soon as it is decoded; a later call overtakes an earlier one, and `close` all of them. */
  draw(context: CanvasRenderingContext2D, frame: number): Promise<void>;
  close(): void;
}

/** Whether this browser can take animations apart; otherwise it plays them in its own way. */
export function canTakeApart(): boolean {
  return "ImageDecoder" in window;
}

/** A frame that says nothing of its duration is seen for so long, as browsers do. */
const USUAL_SECONDS = 0.1;

/** @throws Error if the browser can't read the file. */
export async function animationOf(file: Blob): Promise<Animation> {
  const source = { data: await file.arrayBuffer(), type: file.type };
  const release = (await givesFramesAgain(source))
    ? () => undefined
    : (image: VideoFrame) => {
        image.close();
      };
  const decoder = new ImageDecoder(source);
  await decoder.completed;
  await decoder.tracks.ready;
  const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
  const durations: number[] = [];
  let size = { width: 0, height: 0 };
  for (let i = 0; i < count; i++) {
    const { image } = await decoder.decode({ frameIndex: i });
    durations.push(image.duration === null ? USUAL_SECONDS : image.duration / 1e6);
    size = { width: image.displayWidth, height: image.displayHeight };
    release(image);
  }
  let wanted = -1;
  let isClosed = false;
  return {
    ...size,
    timeline: timelineOf(durations),
    async draw(context, frame) {
      wanted = frame;
      try {
        const { image } = await decoder.decode({ frameIndex: frame });
        if (wanted === frame) {
          context.clearRect(0, 0, size.width, size.height);
          context.drawImage(image, 0, 0);
        }
        release(image);
      } catch (error) {
        if (!isClosed) throw error;
      }
    },
    close: () => {
      isClosed = true;
      decoder.close();
    },
  };
}

/** Whether a decoder hands out a frame that was closed when it is asked for it again, as that of Firefox does. */
async function givesFramesAgain(source: ImageDecoderInit): Promise<boolean> {
  const decoder = new ImageDecoder(source);
  const first = await decoder.decode();
  first.image.close();
  const second = await decoder.decode();
  const isClosed = second.image.format === null;
  second.image.close();
  decoder.close();
  return isClosed;
}
