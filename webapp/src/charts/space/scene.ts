/** A picture of a space on a chart's own canvas: draws only when something has changed, and coarser while it moves. */

import { frames } from "../common/frames";
import { pngOf } from "../common/png";
import type { ShapeSize } from "../shapes/shapes";
import { inkOf, onPaper, type Ink } from "./ink";
import { giveStudio, LostContext, takeStudio, type SpacePicture, type Studio } from "./studio";

/** A picture that takes longer than this is drawn coarser while it moves, in milliseconds. */
const patience = 30;
/** And sharp again when it has been still for so long. */
const rest = 180;
const coarsest = 0.5;
/** Smaller than that, in pixels, nothing is drawn. */
const smallest = 20;
/** Of files: pixels for each of CSS, and pixels that are drawn for each of these. */
const fileDensity = 2;
const fileFineness = 1.5;

/** A picture for a file, without what stands around it; `scale` pixels for each of CSS. */
export interface Filed {
  readonly picture: HTMLCanvasElement;
  readonly ink: Ink;
  readonly scale: number;
}

/** `C`: from where one looks. */
export abstract class SpaceScene<C> {
  protected readonly canvas: HTMLCanvasElement;
  protected readonly studio: Studio;
  protected camera: C | null = null;
  protected size: ShapeSize = { width: 0, height: 0 };
  protected ink: Ink;
  protected isMoving = false;
  readonly #onlost: (isLost: boolean) => void;
  readonly #draft = document.createElement("canvas");
  #density = 1;
  /** Of the device's pixels, while it moves. */
  #coarseness = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws NoWebGL. */
  constructor(canvas: HTMLCanvasElement, onlost: (isLost: boolean) => void) {
    this.canvas = canvas;
    this.#onlost = onlost;
    this.studio = takeStudio();
    this.studio.listeners.add(this.#contextChanged);
    this.ink = inkOf(canvas);
  }

  /** Whether there is something to draw, besides a camera and room. */
  protected abstract get isReady(): boolean;

  /** Draws the picture and what is written over it. @param fineness - see `drawPicture`. */
  protected abstract drawOn(context: CanvasRenderingContext2D, fineness: number): void;

  /** Colors of the page, or of paper. */
  protected abstract paint(ink: Ink): void;

  /** What has been drawn, in so many milliseconds. */
  protected abstract tell(took: number): void;

  readonly #contextChanged = (): void => {
    this.#onlost(this.studio.isLost);
    this.changed();
  };

  look(camera: C): void {
    if (this.camera !== null) this.#move();
    this.camera = camera;
    this.changed();
  }

  resize(size: ShapeSize, density: number): void {
    this.size = size;
    this.#density = Math.min(2, density);
    this.changed();
  }

  restyle(): void {
    this.ink = inkOf(this.canvas);
    this.paint(this.ink);
    this.changed();
  }

  #move(): void {
    this.isMoving = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.isMoving = false;
      if (this.#coarseness < 1 || this.studio.finer > 1) this.changed();
    }, rest);
  }

  changed(): void {
    frames.add(this.#draw, this.isMoving);
  }

  /** How fine a picture is that stands still. */
  protected get stillFineness(): number {
    return this.studio.finer;
  }

  readonly #draw = (): void => {
    const { width, height } = this.size;
    if (!this.isReady || this.camera === null || width < smallest || height < smallest) return;
    const began = performance.now();
    const [wide, high] = [Math.round(width * this.#density), Math.round(height * this.#density)];
    if (this.canvas.width !== wide) this.canvas.width = wide;
    if (this.canvas.height !== high) this.canvas.height = high;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    try {
      this.drawOn(context, this.isMoving ? this.#coarseness : this.stillFineness);
    } catch (error) {
      if (!(error instanceof LostContext)) throw error;
      this.#onlost(true);
    }
    const took = performance.now() - began;
    this.#adapt(took);
    this.tell(took);
  };

  /** Without a graphics card a picture takes as long as it has pixels. */
  #adapt(took: number): void {
    if (!this.isMoving) return;
    if (took > patience) this.#coarseness = Math.max(coarsest, this.#coarseness * 0.8);
    else if (took < patience / 3) this.#coarseness = Math.min(1, this.#coarseness * 1.1);
  }

  /**
   * The room of a picture.
   * @param fineness - pixels that are drawn for each of the device, along a side.
   * @returns its size in pixels, `scale` of which are one of CSS.
   */
  protected room(fineness: number): { width: number; height: number; scale: number } {
    const scale = this.#density * fineness;
    const { width, height } = this.size;
    return { width: Math.round(width * scale), height: Math.round(height * scale), scale };
  }

  /** Draws a picture in place of what was there; what is drawn after it is in pixels of CSS. */
  protected drawPicture(
    context: CanvasRenderingContext2D,
    picture: SpacePicture,
    fineness: number,
  ): void {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (fineness === 1) this.studio.draw(picture, context);
    else this.#drawScaled(picture, context);
    context.setTransform(this.#density, 0, 0, this.#density, 0, 0);
  }

  #drawScaled(picture: SpacePicture, context: CanvasRenderingContext2D): void {
    const { width, height } = picture;
    if (this.#draft.width < width) this.#draft.width = width;
    if (this.#draft.height < height) this.#draft.height = height;
    const draft = this.#draft.getContext("2d");
    if (draft === null) return;
    draft.clearRect(0, 0, this.#draft.width, this.#draft.height);
    this.studio.draw(picture, draft);
    const { canvas } = context;
    context.drawImage(this.#draft, 0, 0, width, height, 0, 0, canvas.width, canvas.height);
  }

  /**
   * The picture as it is seen, for a file.
   * @param paper - on white ground.
   * @param finish - puts what belongs to it around it; null: that can't be had.
   */
  protected filed(
    paper: boolean,
    finish: (filed: Filed) => HTMLCanvasElement | null,
  ): Promise<Blob> {
    const picture = document.createElement("canvas");
    const over = picture.getContext("2d");
    if (!this.isReady || over === null)
      return Promise.reject(new Error("there is nothing to draw on"));
    const [density, ink] = [this.#density, this.ink];
    this.#density = fileDensity;
    this.ink = paper ? onPaper(ink) : ink;
    this.isMoving = false;
    this.paint(this.ink);
    picture.width = Math.round(this.size.width * fileDensity);
    picture.height = Math.round(this.size.height * fileDensity);
    let canvas: HTMLCanvasElement | null;
    try {
      this.drawOn(over, Math.min(this.studio.finer, fileFineness));
      canvas = finish({ picture, ink: this.ink, scale: fileDensity });
    } finally {
      [this.#density, this.ink] = [density, ink];
      this.paint(ink);
      this.changed();
    }
    if (canvas === null) return Promise.reject(new Error("this browser gives no more canvases"));
    return pngOf(canvas);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    frames.remove(this.#draw);
    this.studio.listeners.delete(this.#contextChanged);
    giveStudio();
  }
}
