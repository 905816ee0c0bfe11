import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createInstrumenter } from "istanbul-lib-instrument";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const counted = ["src/doubling.test.ts"];

/** Counts how often each statement of our own code is run, in `globalThis.__coverage__`. */
function countsStatements(): Plugin {
  const instrumenter = createInstrumenter({ esModules: true, coverageVariable: "__coverage__" });
  return {
    name: "counts-statements",
    enforce: "post",
    transform(code, id) {
      const isOwn = /\/src\/.*\.ts$/.test(id) && !id.includes(".test.");
      return isOwn ? { code: instrumenter.instrumentSync(code, id), map: null } : null;
    },
  };
}

// Apart from vite.config.ts, so that building the page needs no test tool.
export default defineConfig({
  test: {
    environment: "node",
    projects: [
      {
        plugins: [svelte()],
        test: {
          name: "page",
          include: ["src/**/*.test.ts", "third-party.test.ts"],
          exclude: counted,
          // A process for each of 320 files took four times as long as what they test.
          isolate: false,
          setupFiles: "vitest.setup.ts",
        },
      },
      {
        plugins: [svelte(), countsStatements()],
        test: { name: "work", include: counted },
      },
    ],
  },
});
