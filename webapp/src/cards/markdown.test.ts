import { expect, test } from "vitest";
import { rendered } from "./markdown";

test("markdown becomes HTML, and line breaks stay", () => {
  expect(rendered("# Title\none\ntwo *three*")).toBe(
    "<h1>Title</h1>\n<p>one<br>\ntwo <em>three</em></p>\n",
  );
  expect(rendered("| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<td>1</td>");
});

test("HTML in a text is shown as it is written", () => {
  const html = rendered('<script>alert(1)</script> <img src=x onerror="alert(1)"> <b>x</b>');
  expect(html).not.toMatch(/<(script|img|b)/);
  expect(html).toContain("&lt;script&gt;");
});

test.each([
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](vbscript:x)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "<javascript:alert(1)>",
])("no link runs a program: %s", (source) => {
  expect(rendered(source)).not.toContain("href");
});

test("links lead to a new tab and tell nothing", () => {
  for (const source of ["[x](https://example.org)", "https://example.org"]) {
    expect(rendered(source)).toContain(
      '<a href="https://example.org" target="_blank" rel="noopener noreferrer">',
    );
  }
});

test("a picture from elsewhere is a link, one in the text itself is shown", () => {
  const far = rendered('![a "b"](https://example.org/x.png?"><script>)');
  expect(far).not.toMatch(/<img|<script/);
  expect(far).toContain("https://example.org/x.png");
  expect(rendered("![dot](data:image/png;base64,AAAA)")).toContain(
    '<img src="data:image/png;base64,AAAA" alt="dot">',
  );
  expect(rendered("![x](javascript:alert)")).not.toMatch(/href|src/);
});
