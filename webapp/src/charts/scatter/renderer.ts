/** Points by WebGL 2: one draw call for all, one more for those that stand out. */

import type { Looks, ScatterPositions, Sheet } from "./types";

const vertexShader = `#version 300 es
uniform mat4 matrix;
uniform float share;     // of the way from the old places to the new ones
uniform float diameter;  // device pixels of a usual point
uniform float deep;      // 1: three dimensions
uniform vec3 sheet;      // cells in a row, and a cell's share of the sheet's width and height; 0: dots
in vec3 before;
in vec3 after;
in vec4 color;
in float size;
out vec4 tint;
out float near;
flat out vec2 cell;
void main() {
  vec4 place = matrix * vec4(mix(before, after, share), 1.0);
  bool hidden = size == 0.0 || isnan(place.x) || place.w < 0.01;
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : place;
  gl_PointSize = diameter * size * (deep > 0.5 ? clamp(1.0 / place.w, 0.4, 4.0) : 1.0);
  near = deep > 0.5 ? clamp(1.35 - 0.55 * place.w, 0.35, 1.0) : 1.0;
  tint = color;
  float index = float(gl_VertexID);
  cell = sheet.x > 0.0 ? vec2(mod(index, sheet.x), floor(index / sheet.x)) : vec2(0.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform vec3 sheet;
uniform sampler2D picture;
in vec4 tint;
in float near;
flat in vec2 cell;
out vec4 color;
void main() {
  if (sheet.x > 0.0) {
    vec2 at = (cell + gl_PointCoord) * sheet.yz;
    vec4 texel = texture(picture, at);
    vec2 edge = abs(gl_PointCoord - 0.5);
    bool frame = max(edge.x, edge.y) > 0.46;
    float alpha = (frame ? 1.0 : texel.a) * tint.a;
    if (alpha < 0.02) discard;
    color = vec4((frame ? tint.rgb : texel.rgb) * alpha, alpha);
    return;
  }
  float out_of = length(gl_PointCoord - 0.5) * 2.0;
  if (out_of > 1.0) discard;
  float alpha = tint.a * near * smoothstep(1.0, 0.78, out_of);
  color = vec4(tint.rgb * alpha, alpha);
}`;

/** WebGL 2 is not to be had here. */
export class ScatterNoWebGL extends Error {}

export interface ScatterDrawing {
  readonly matrix: Float64Array;
  /** Of the way from the points' old places to their new ones, 0 to 1. */
  readonly share: number;
  /** Device pixels of a usual point. */
  readonly diameter: number;
  readonly deep: boolean;
  /** Points that are drawn once more, on top of all. */
  readonly front: readonly number[];
}

const uniformNames = ["matrix", "share", "diameter", "deep", "sheet", "picture"] as const;

export class Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #at: Readonly<Record<(typeof uniformNames)[number], WebGLUniformLocation | null>>;
  readonly #before: WebGLBuffer;
  readonly #after: WebGLBuffer;
  readonly #colors: WebGLBuffer;
  readonly #sizes: WebGLBuffer;
  readonly #front: WebGLBuffer;
  readonly #texture: WebGLTexture;
  #sheet: readonly [number, number, number] = [0, 0, 0];
  #count = 0;

  /** Throws NoWebGL. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!gl) throw new ScatterNoWebGL("WebGL 2 is not available");
    this.#gl = gl;
    this.#program = linked(gl);
    const location = (name: string) => gl.getUniformLocation(this.#program, name);
    this.#at = Object.fromEntries(uniformNames.map((name) => [name, location(name)])) as never;
    this.#before = this.#attribute("before", 3, gl.FLOAT);
    this.#after = this.#attribute("after", 3, gl.FLOAT);
    this.#colors = this.#attribute("color", 4, gl.UNSIGNED_BYTE, true);
    this.#sizes = this.#attribute("size", 1, gl.FLOAT);
    this.#front = gl.createBuffer();
    this.#texture = gl.createTexture();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
  }

  #attribute(name: string, items: number, type: number, normalized = false): WebGLBuffer {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    const location = gl.getAttribLocation(this.#program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, items, type, normalized, 0, 0);
    return buffer;
  }

  #fill(buffer: WebGLBuffer, values: Float32Array | Uint8Array): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  }

  /** Where the points come from and go to; both of one length. */
  place(before: ScatterPositions, after: ScatterPositions): void {
    this.#count = after.x.length;
    this.#fill(this.#before, interleaved(before));
    this.#fill(this.#after, before === after ? interleaved(before) : interleaved(after));
  }

  look({ colors, sizes }: Looks): void {
    this.#fill(this.#colors, colors);
    this.#fill(this.#sizes, sizes);
  }

  /** Pictures in place of dots; null for dots. */
  picture(sheet: Sheet | null): void {
    const gl = this.#gl;
    if (sheet === null) {
      this.#sheet = [0, 0, 0];
      return;
    }
    const { image, across, width, height } = sheet;
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.#sheet = [across, width / image.width, height / image.height];
  }

  /** Draw into the whole canvas. */
  draw({ matrix, share, diameter, deep, front }: ScatterDrawing): void {
    const gl = this.#gl;
    const at = this.#at;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!this.#count) return;
    gl.useProgram(this.#program);
    gl.uniformMatrix4fv(at.matrix, false, Float32Array.from(matrix));
    gl.uniform1f(at.share, share);
    gl.uniform1f(at.diameter, diameter);
    gl.uniform1f(at.deep, deep ? 1 : 0);
    gl.uniform3f(at.sheet, ...this.#sheet);
    gl.uniform1i(at.picture, 0);
    if (deep) gl.enable(gl.DEPTH_TEST);
    else gl.disable(gl.DEPTH_TEST);
    gl.drawArrays(gl.POINTS, 0, this.#count);
    if (!front.length) return;
    gl.disable(gl.DEPTH_TEST);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#front);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(front), gl.DYNAMIC_DRAW);
    gl.drawElements(gl.POINTS, front.length, gl.UNSIGNED_INT, 0);
  }

  /** Give the memory back. */
  destroy(): void {
    const gl = this.#gl;
    const buffers = [this.#before, this.#after, this.#colors, this.#sizes, this.#front];
    for (const buffer of buffers) gl.deleteBuffer(buffer);
    gl.deleteTexture(this.#texture);
    gl.deleteProgram(this.#program);
  }
}

function interleaved({ x, y, z }: ScatterPositions): Float32Array {
  const out = new Float32Array(3 * x.length);
  for (let i = 0; i < x.length; i++) {
    out[3 * i] = x[i] as number;
    out[3 * i + 1] = y[i] as number;
    out[3 * i + 2] = z[i] as number;
  }
  return out;
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  const sources: [number, string][] = [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ];
  for (const [type, source] of sources) {
    const shader = gl.createShader(type);
    if (!shader) throw new ScatterNoWebGL("the graphics context was lost");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new ScatterNoWebGL(gl.getProgramInfoLog(program) ?? "the shaders do not link");
  }
  gl.useProgram(program);
  return program;
}
