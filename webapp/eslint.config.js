import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const folders = ["api", "state", "views", "cards", "charts", "ui", "lib", "languages", "shell"];

/** Rooms of `src/charts` that all charts share. Every other room is one chart. */
const sharedByCharts = ["base", "common", "pad", "rows", "shapes", "space"];

/** `files` may import nothing that a pattern finds. The last such rule for a file replaces the others. */
function restricted(files, patterns) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

/** What files of `folder` must not import: all folders but itself and those of `allowed`. */
function outside(folder, allowed) {
  const forbidden = folders.filter((name) => name !== folder && !allowed.includes(name));
  return forbidden.map((name) => ({
    regex: `^(\\.\\./)+${name}(/|$)`,
    message: `${folder} may import from ${[folder, ...allowed].join(", ")} only.`,
  }));
}

function mayImport(folder, allowed) {
  return restricted([`src/${folder}/**/*.{ts,svelte}`], outside(folder, allowed));
}

/** `files` may not import what `regex` finds: another view's folder. */
function noSibling(files, regex) {
  const noShell = "A view knows nothing of the shell around it.";
  const message = "A view imports no other view: share through cards, charts, ui, state or lib.";
  return restricted(
    [files],
    [
      { regex, message },
      { regex: "^(\\.\\./)+shell(/|$)", message: noShell },
    ],
  );
}

/** `files` may not import what `regex` finds: the room of another chart. */
function noNeighbor(files, regex) {
  const message = `A chart imports no other chart: share through ${sharedByCharts.join(", ")}.`;
  return restricted([files], [...outside("charts", ["lib"]), { regex, message }]);
}

const shared = sharedByCharts.join("|");

export default ts.config(
  { ignores: ["node_modules"] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-undef": "off", // TypeScript knows better
      "no-console": "error",
      "no-restricted-globals": ["error", "fetch", "EventSource"],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  // The server is asked in one place.
  { files: ["src/api/**"], rules: { "no-restricted-globals": "off" } },
  { files: ["*.config.{js,ts}"], languageOptions: { globals: globals.node } },
  mayImport("api", ["lib"]),
  mayImport("charts", ["lib"]),
  mayImport("ui", ["lib"]),
  mayImport("lib", []),
  // Languages know of the rooms above them what texts these have, and nothing else.
  restricted(
    ["src/languages/**/*.ts"],
    outside("languages", ["lib"]).map((each) => ({ ...each, allowTypeImports: true })),
  ),
  mayImport("state", ["api", "languages", "lib"]),
  mayImport("cards", ["state", "api", "charts", "ui", "lib"]),
  mayImport("views", ["cards", "state", "api", "charts", "ui", "lib"]),
  // One folder per view, and no view knows another: of their common folder they see view.ts, newest.ts and pinned.ts only.
  noSibling("src/views/*/*.{ts,svelte}", "^\\.\\./(?!\\.\\./|(view|newest|pinned)(\\.ts)?$)"),
  noSibling(
    "src/views/*/*/*.{ts,svelte}",
    "^\\.\\./\\.\\./(?!\\.\\./|(view|newest|pinned)(\\.ts)?$)",
  ),
  // One folder per chart, and no chart knows another.
  noNeighbor("src/charts/*/*.{ts,svelte}", `^\\.\\./(?!\\.\\./|(${shared})/)`),
  noNeighbor("src/charts/*/*/*.{ts,svelte}", `^\\.\\./\\.\\./(?!\\.\\./|(${shared})/)`),
);
