import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { thirdParty } from "./third-party";

const unused = ["canvg", "dompurify", "html2canvas"];
const empty = fileURLToPath(new URL("src/lib/nothing.ts", import.meta.url));

/** What the page opens with, with all that it needs: in one file, asked for with the page itself. */
const first = /\/src\/views\/(overview\/OverviewView|scalars\/(Pinned|ScalarsView))[.]svelte$/;

export default defineConfig({
  // Relative addresses: the page works below any path prefix.
  base: "./",
  plugins: [svelte(), thirdParty()],
  // jspdf can load them for pages that it draws from HTML; figures are SVG.
  resolve: { alias: Object.fromEntries(unused.map((name) => [name, empty])) },
  build: {
    outDir: "../vdlite/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The page's content security policy allows no script or font from a data: address.
    assetsInlineLimit: 0,
    // All styles are 25 kB on the way, half of which the first page needs: one request, and none with any view.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What most views need is one file: a hundred small ones take longer to ask for than to read.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "common", minShareCount: 8 },
            { name: "first", test: first },
          ],
        },
      },
    },
  },
  server: {
    // `vite` for developers: the API of a `vdlite --no-token` beside it.
    // The string form would send on another Host than the Origin names, and POST would be refused.
    proxy: { "/api": { target: "http://127.0.0.1:8040", changeOrigin: false } },
  },
});
