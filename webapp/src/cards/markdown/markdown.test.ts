import { describe, expect, test } from "vitest";
import { linksOf, rendered } from "./markdown";

test("markdown becomes HTML, and line breaks stay", () => {
  expect(rendered("# Title\none\ntwo *three*")).toBe(
    '<h1 aria-level="4">Title</h1>\n<p>one<br>\ntwo <em>three</em></p>\n',
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

test("links lead to a new tab and reveal nothing", () => {
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

describe("formulas", () => {
  const html = (source: string): string => rendered(source).trim();

  test("are kept as they are written, within a line and on their own", () => {
    expect(html("so $a_1 * b_1 * c$ is")).toBe(
      '<p>so <span class="math">a_1 * b_1 * c</span> is</p>',
    );
    expect(html("$$\na\n- b\n$$")).toBe('<p class="math block">a\n- b</p>');
    expect(html("before $$x<y$$")).toContain('<p class="math block">x&lt;y</p>');
  });

  test("end at a sign that is not escaped, and nowhere far", () => {
    expect(html("$a\\\\$ b")).toContain('<span class="math">a\\\\</span>');
    expect(html("$a\\$b$")).toContain('<span class="math">a\\$b</span>');
    expect(html(`$${"x".repeat(3000)}$`)).not.toContain("math");
  });

  test("that nothing closes cost as much as other text", () => {
    for (const text of ["$$a\n".repeat(70_000), "\\\\$a".repeat(70_000), "$a ".repeat(90_000)]) {
      expect(html(text).length).toBeGreaterThan(100_000);
    }
  });

  test("are not made of prices, code, or what is escaped", () => {
    for (const text of [
      "$5 and $6",
      "$6, code `$x$`",
      "costs $5",
      "`$x$`",
      "\\$x$",
      "$ x $",
      "$$",
      "$$$$",
    ]) {
      expect(html(text)).not.toContain("math");
    }
  });
});

test("tasks of a list have boxes, and brackets elsewhere are text", () => {
  const html = rendered("- [ ] to do\n- [x] done\n- [link](https://a.b)\n\n[ ] no list");
  expect(html).toContain('<li class="task"><input type="checkbox" disabled=""> to do</li>');
  expect(html).toContain(
    '<li class="task"><input type="checkbox" disabled="" checked=""> done</li>',
  );
  expect(html.match(/<input/g)).toHaveLength(2);
  expect(html).toContain("<p>[ ] no list</p>");
});

describe("the links of a text", () => {
  test("are found in their order, each once, and not in code or where they could do harm", () => {
    const text = [
      "See [loss](#/scalars?search=loss) and http://127.0.0.1:8040/#/trials, and [again](#/scalars?search=loss).",
      "`[code](#/images)` [bad](javascript:alert(1)) <a href='#/graphs'>html</a>",
    ].join("\n\n");
    expect(linksOf(text)).toEqual(["#/scalars?search=loss", "http://127.0.0.1:8040/#/trials"]);
  });
});
