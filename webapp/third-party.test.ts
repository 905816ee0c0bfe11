import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundledPackages, section } from "./third-party";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "third-party-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A package in the folder. */
function write(files: Readonly<Record<string, string>>, license: object = { license: "MIT" }) {
  const about = { name: "rings", version: "1.2.3", ...license };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

test("files belong to the innermost package, and helpers to what writes them", () => {
  const files = [
    "/p/src/main.ts",
    "/p/node_modules/@a/b/lib/x.js?used",
    "\0/p/node_modules/@a/b/lib/y.js?commonjs",
    "/p/node_modules/c/node_modules/d/index.js",
    "C:\\p\\node_modules\\e\\e.js",
    "\0vite/preload-helper.js",
    "\0other",
  ];
  expect(bundledPackages(files, "/p/node_modules")).toEqual([
    {
      folder: "/p/node_modules/@a/b",
      files: ["/p/node_modules/@a/b/lib/x.js", "/p/node_modules/@a/b/lib/y.js"],
    },
    {
      folder: "/p/node_modules/c/node_modules/d",
      files: ["/p/node_modules/c/node_modules/d/index.js"],
    },
    { folder: "/p/node_modules/vite", files: [] },
    { folder: "C:/p/node_modules/e", files: ["C:/p/node_modules/e/e.js"] },
  ]);
});

test("a package is named with its licence, its texts, and what its files have from elsewhere", () => {
  const code =
    "/* nothing */ f(); /*! (c) */ g();\n/**\n * @license\n * Copyright of zlib\n */ h(); /* plain */";
  write({ "LICENSE.md": "Be kind.\r\n", NOTICE: "By many.", "dist/ring.js": code });
  expect(section({ folder, files: [join(folder, "dist/ring.js")] })).toBe(
    "rings 1.2.3: MIT\n\nBe kind.\n\nBy many.\n\n/*! (c) */\n\n/**\n * @license\n * Copyright of zlib\n */\n",
  );
});

test("a package without a licence, without its text, or with a font ends the build", () => {
  write({ LICENSE: "Be kind." }, {});
  expect(() => section({ folder, files: [] })).toThrow("rings 1.2.3 is bundled, and its folder");
  write({ LICENSE: "Be kind.", "a.woff2": "" });
  expect(() => section({ folder, files: [join(folder, "a.woff2")] })).toThrow("a font states");
  rmSync(join(folder, "LICENSE"));
  expect(() => section({ folder, files: [] })).toThrow("rings 1.2.3 is bundled, and its folder");
});
