/**
 * One WebGL context for all charts of the page: browsers give about sixteen, and a comparison may show
 * more surfaces than that. A chart's picture is drawn here and copied to the chart's own canvas.
 */

import {
  ColorManagement,
  LinearSRGBColorSpace,
  WebGLRenderer,
  type Camera,
  type Scene,
} from "three";

// Colors are the palette's own numbers: they go to the screen as they are.
ColorManagement.enabled = false;

/** WebGL 2 is not to be had here. */
export class SpaceNoWebGL extends Error {}

/** The browser has taken the context away; it may give it back. */
export class LostContext extends Error {}

export interface SpacePicture {
  readonly scene: Scene;
  readonly camera: Camera;
  /** In pixels of the device. */
  readonly width: number;
  readonly height: number;
}

/** Whether the processor draws in place of a graphics card. */
function isSoftware(): boolean {
  const probe = document.createElement("canvas").getContext("webgl2");
  if (probe === null) return false;
  // Some browsers give the name only through the extension, others warn of it.
  let name = String(probe.getParameter(probe.RENDERER));
  const info = name === "WebKit WebGL" ? probe.getExtension("WEBGL_debug_renderer_info") : null;
  if (info !== null) name = String(probe.getParameter(info.UNMASKED_RENDERER_WEBGL));
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

class Studio {
  readonly #canvas = document.createElement("canvas");
  readonly #renderer: WebGLRenderer;
  readonly #context: WebGL2RenderingContext;
  /**
   * How much finer than the screen a picture that stands still has to be. A graphics card smooths
   * edges at no cost; a processor takes three times as long for it, so that a picture that moves goes
   * without, and one that stands still is drawn larger.
   */
  readonly finer: number;
  /** Called when the context is lost or comes back. */
  readonly listeners = new Set<() => void>();

  constructor() {
    const isSlow = isSoftware();
    this.finer = isSlow ? 2 : 1;
    const context = this.#canvas.getContext("webgl2", {
      alpha: true,
      antialias: !isSlow,
      depth: true,
      stencil: false,
      powerPreference: "high-performance",
    });
    if (context === null) throw new SpaceNoWebGL();
    this.#context = context;
    this.#renderer = new WebGLRenderer({ canvas: this.#canvas, context });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#renderer.setPixelRatio(1);
    this.#renderer.setClearColor(0x000000, 0);
    for (const name of ["webglcontextlost", "webglcontextrestored"]) {
      this.#canvas.addEventListener(name, this.#tell);
    }
  }

  readonly #tell = (event: Event): void => {
    // Only then the browser tries to give it back.
    event.preventDefault();
    for (const listener of this.listeners) listener();
  };

  get isLost(): boolean {
    return this.#context.isContextLost();
  }

  /** Draws, and copies to the upper left corner of `to`. */
  draw({ scene, camera, width, height }: SpacePicture, to: CanvasRenderingContext2D): void {
    if (this.isLost) throw new LostContext();
    // It only grows: charts of different sizes would make it anew for every picture.
    if (this.#canvas.width < width || this.#canvas.height < height) {
      const wide = Math.max(width, this.#canvas.width);
      const high = Math.max(height, this.#canvas.height);
      this.#renderer.setSize(wide, high, false);
    }
    this.#renderer.setViewport(0, 0, width, height);
    this.#renderer.setScissor(0, 0, width, height);
    this.#renderer.setScissorTest(true);
    this.#renderer.render(scene, camera);
    // WebGL counts rows from below.
    const top = this.#canvas.height - height;
    to.drawImage(this.#canvas, 0, top, width, height, 0, 0, width, height);
  }

  destroy(): void {
    for (const name of ["webglcontextlost", "webglcontextrestored"]) {
      this.#canvas.removeEventListener(name, this.#tell);
    }
    this.#renderer.dispose();
    this.#context.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

export type { Studio };

let studio: Studio | null = null;
let users = 0;

/** Whoever takes it gives it back. Throws NoWebGL where there is none. */
export function takeStudio(): Studio {
  studio ??= new Studio();
  users++;
  return studio;
}

export function giveStudio(): void {
  users--;
  if (users > 0) return;
  studio?.destroy();
  studio = null;
}
