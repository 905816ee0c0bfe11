/** The licences of what is bundled: THIRD_PARTY.txt beside the page, with the notices of every package in it. */

import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

export const FILE = "THIRD_PARTY.txt";

const HEAD = `The page of vdlite holds the packages below, whole or in part.
vdlite itself is under the Apache License 2.0.
`;
const RULE = "=".repeat(80);
const NOTICE_FILE = /^(licen[cs]e|copying|notice|ofl)/i;
/** A comment that is kept in copies: of a file that a package has taken from elsewhere, such as jsPDF from libpng. */
const NOTICE_COMMENT = /\/\*(?:!|(?:(?!\*\/)[^])*?(?:@licen[cs]e|@preserve|copyright))[^]*?\*\//gi;
/** What Vite's licence goes on with: packages in the tool, of which nothing is in the page. */
const BUILT_WITH = "# Licenses of bundled dependencies";
/** What the build itself writes into the page, from modules without a file. */
const HELPERS = /^\0(vite|rolldown)\b/;
/** The folder of a package, up to the file. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** A package that is bundled. */
export interface Bundled {
  readonly folder: string;
  /** The paths of its files that are. */
  readonly files: readonly string[];
}

/** Writes the file while the page is built; a package without a licence ends the build. */
export function thirdParty(): Plugin {
  let root = "";
  return {
    name: "third-party",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk"
          ? part.moduleIds
          : part.originalFileNames.map((name) => resolve(root, name)),
      );
      const packages = bundledPackages(files, join(root, "node_modules"));
      const source = [HEAD, ...packages.map(section)].join(`\n${RULE}\n`);
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
  };
}

/**
 * The packages that files belong to, by their folders.
 * @param files - paths, and names of modules without a file.
 * @param home - the folder node_modules.
 */
export function bundledPackages(files: readonly string[], home: string): Bundled[] {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const helper = HELPERS.exec(file)?.[1];
    const path = helper
      ? `${home}/${helper}/`
      : file.replace(/^\0|[?].*/g, "").replaceAll("\\", "/");
    const folder = PACKAGE.exec(path)?.[0];
    if (folder === undefined) continue;
    const known = found.get(folder) ?? new Set();
    if (!helper) known.add(path);
    found.set(folder, known);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, known]) => ({ folder, files: [...known].sort() }));
}

/**
 * What the file says of one package: name, version, licence and all notices.
 * @throws if the package has no licence or no text of it, or is that of a font, which states its own within.
 */
export function section({ folder, files }: Bundled): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string };
  const texts = readdirSync(folder)
    .filter((each) => NOTICE_FILE.test(each))
    .sort()
    .map((each) => readFileSync(join(folder, each), "utf8"));
  if (!license || texts.length === 0) {
    throw new Error(`${name} ${version} is bundled, and its folder has no licence`);
  }
  const font = files.find((path) => /\.(woff2?|ttf|otf)$/.test(path));
  if (font) throw new Error(`${font} is bundled, and a font states its licence within`);
  const comments = files
    .filter((path) => /\.([cm]?js|css)$/.test(path))
    .flatMap((path) => readFileSync(path, "utf8").match(NOTICE_COMMENT) ?? []);
  const notices = new Set([...texts, ...comments].map(plain));
  return [`${name} ${version}: ${license}`, ...notices].join("\n\n") + "\n";
}

/** A text of a licence without what its package was built with, and with the same ends of lines everywhere. */
function plain(text: string): string {
  return (text.split(BUILT_WITH)[0] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
