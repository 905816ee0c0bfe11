/** How surfaces and points are shaded. */

import {
  DataTexture,
  DoubleSide,
  LinearFilter,
  ShaderMaterial,
  Vector2,
  Vector3,
  type Texture,
} from "three";
import { rampSteps } from "./ramps";

/** @param ramps - a row of `rampSteps` colors for each surface. */
export function rampTexture(ramps: Uint8Array<ArrayBuffer>): DataTexture {
  const texture = new DataTexture(ramps, rampSteps, ramps.length / 4 / rampSteps);
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Colors stand for values: light may darken them, and never turns them into others. */
export function surfaceMaterial(ramps: Texture<{ height: number }>): ShaderMaterial {
  return new ShaderMaterial({
    side: DoubleSide,
    transparent: true,
    // Lines of equal height lie in the surface, and have to be seen.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 2,
    uniforms: {
      sun: { value: new Vector3(0, 0, 1) },
      eye: { value: new Vector3() },
      strength: { value: 0.5 },
      limits: { value: new Vector2(-1, 1) },
      ramps: { value: ramps },
      rows: { value: ramps.image.height },
      // Factor and summand from a height of the scene to its share of the range.
      share: { value: new Vector2(0.5, 0.5) },
    },
    vertexShader: `
      attribute vec2 look;
      varying vec2 own;
      varying vec3 upwards;
      varying vec3 place;
      void main() {
        own = look;
        upwards = normal;
        place = position;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 sun;
      uniform vec3 eye;
      uniform float strength;
      uniform vec2 limits;
      uniform sampler2D ramps;
      uniform float rows;
      uniform vec2 share;
      varying vec2 own;
      varying vec3 upwards;
      varying vec3 place;
      void main() {
        if (place.z < limits.x || place.z > limits.y) discard;
        float at = clamp(place.z * share.x + share.y, 0.0, 1.0);
        vec2 cell = vec2((at * ${rampSteps - 1}.0 + 0.5) / ${rampSteps}.0, (floor(own.x + 0.5) + 0.5) / rows);
        vec3 color = texture2D(ramps, cell).rgb;
        vec3 n = normalize(upwards);
        float facing = dot(n, sun);
        // Half-Lambert: slopes away from the light keep their shape.
        float light = 0.5 + 0.5 * facing;
        float shade = mix(1.0, 0.42 + 0.68 * light * light + 0.12 * light, strength);
        vec3 half_way = normalize(sun + normalize(eye - place));
        float shine = 0.14 * strength * pow(max(dot(n, half_way), 0.0), 28.0);
        // From below one sees the back of it.
        float back = gl_FrontFacing ? 1.0 : 1.0 - 0.22 * strength;
        gl_FragColor = vec4(min(color * shade * back + shine, 1.0), own.y / 255.0);
      }`,
  });
}

/**
 * Dots with a rim, rings and diamonds, of a size in pixels whatever their distance.
 * @param ghost - how much of them shines through what is before them, 0..1; null: nothing.
 */
export function pointMaterial(ghost: number | null): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthTest: ghost === null,
    depthWrite: ghost === null,
    uniforms: {
      density: { value: 1 },
      rim: { value: new Vector3(1, 1, 1) },
      opacity: { value: ghost ?? 1 },
    },
    vertexShader: `
      attribute vec3 tint;
      attribute float size;
      attribute float kind;
      uniform float density;
      varying vec3 color;
      varying float shape;
      varying float pixels;
      void main() {
        color = tint;
        shape = kind;
        pixels = size * density;
        gl_PointSize = pixels;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
        // A little nearer, or the surface would cut it in halves.
        gl_Position.z -= 0.012 * gl_Position.w;
      }`,
    fragmentShader: `
      uniform vec3 rim;
      uniform float opacity;
      varying vec3 color;
      varying float shape;
      varying float pixels;
      void main() {
        vec2 at = abs(gl_PointCoord - 0.5) * 2.0;
        float out_of = shape > 1.5 && shape < 2.5 ? at.x + at.y : length(at);
        float soft = 2.0 / pixels;
        float alpha = 1.0 - smoothstep(1.0 - soft, 1.0, out_of);
        if (alpha < 0.02) discard;
        float edge = 1.0 - 3.0 / pixels;
        float inside = 1.0 - smoothstep(edge - soft, edge, out_of);
        bool hollow_one = shape > 0.5 && shape < 1.5;
        vec3 body = hollow_one ? rim : color;
        vec3 border = hollow_one ? color : rim;
        if (shape > 2.5) {
          float hollow = 1.0 - 8.0 / pixels;
          body = mix(color, rim, 1.0 - smoothstep(hollow - soft, hollow, out_of));
        }
        gl_FragColor = vec4(mix(border, body, inside), alpha * opacity);
      }`,
  });
}

/** Shapes of points, as the shader knows them. */
export const DOT = 0;
export const HOLLOW = 1;
export const DIAMOND = 2;
/** A ring within the ground's color, inside and outside. */
export const RING = 3;
