/** How faces and points are shaded. */

import { DoubleSide, ShaderMaterial } from "three";

/** Light from above and from over the left shoulder, which goes with the eye: whatever side is seen has a shape. */
const light = `
  vec3 lit(vec3 color, vec3 n, vec3 upwards) {
    vec3 key = normalize(vec3(-0.45, 0.6, 0.75));
    float facing = 0.5 + 0.5 * dot(n, key);
    float sky = 0.5 + 0.5 * dot(n, upwards);
    float shade = 0.4 + 0.2 * sky + 0.5 * facing * facing;
    vec3 half_way = normalize(key + vec3(0.0, 0.0, 1.0));
    float shine = 0.16 * pow(max(dot(n, half_way), 0.0), 36.0);
    return min(color * shade * 1.12 + shine, vec3(1.0));
  }`;

/** Triangles, with the colors of their corners. */
export function faceMaterial(isFlat: boolean): ShaderMaterial {
  return new ShaderMaterial({
    side: DoubleSide,
    // Edges lie in the faces, and have to be seen.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 2,
    uniforms: { opacity: { value: 1 } },
    vertexShader: `
      attribute vec4 tint;
      varying vec4 own;
      varying vec3 across;
      varying vec3 place;
      varying vec3 upwards;
      void main() {
        own = tint;
        vec4 seen = modelViewMatrix * vec4(position, 1.0);
        place = seen.xyz;
        across = normalMatrix * normal;
        upwards = (viewMatrix * vec4(0.0, 0.0, 1.0, 0.0)).xyz;
        gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `
      uniform float opacity;
      varying vec4 own;
      varying vec3 across;
      varying vec3 place;
      varying vec3 upwards;
      ${light}
      void main() {
        vec3 face = cross(dFdx(place), dFdy(place));
        vec3 n = ${isFlat ? "face" : "dot(across, across) > 0.0 ? across : face"};
        n = normalize(n);
        // Of a face that is seen from behind, the other side counts.
        if (dot(n, face) < 0.0) n = -n;
        vec3 color = lit(own.rgb, n, upwards) * (gl_FrontFacing ? 1.0 : 0.88);
        float alpha = own.a * opacity;
        if (alpha < 0.004) discard;
        gl_FragColor = vec4(color, alpha);
      }`,
  });
}

/** Balls, smaller the farther away they are. */
export function pointMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      opacity: { value: 1 },
      // In the unit of the scene.
      diameter: { value: 0.02 },
      // Of the picture, in its pixels; and the least diameter.
      high: { value: 1 },
      least: { value: 1.5 },
    },
    vertexShader: `
      attribute vec4 tint;
      uniform float diameter;
      uniform float high;
      uniform float least;
      varying vec4 own;
      varying float size;
      varying vec3 upwards;
      void main() {
        own = tint;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        upwards = (viewMatrix * vec4(0.0, 0.0, 1.0, 0.0)).xyz;
        size = max(least, diameter * 0.5 * high * projectionMatrix[1][1] / gl_Position.w);
        gl_PointSize = size;
      }`,
    fragmentShader: `
      uniform float opacity;
      varying vec4 own;
      varying float size;
      varying vec3 upwards;
      ${light}
      void main() {
        vec2 at = (gl_PointCoord - 0.5) * vec2(2.0, -2.0);
        float out_of = dot(at, at);
        if (out_of > 1.0 && size > 2.5) discard;
        vec3 n = vec3(at, sqrt(max(0.0, 1.0 - out_of)));
        // A ball of two pixels has no sides.
        vec3 color = mix(own.rgb, lit(own.rgb, n, upwards), 0.75 * smoothstep(3.0, 7.0, size));
        float alpha = own.a * opacity;
        if (alpha < 0.004) discard;
        gl_FragColor = vec4(color, alpha);
      }`,
  });
}
