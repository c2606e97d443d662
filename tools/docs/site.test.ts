import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/app/v1/openapi.json/document";
import { GovernanceClient } from "@/clients/typescript/src/client";
import { readSite, renderSite } from "./build";
import { renderMarkdown, slugOf } from "./markdown";
import { addressOf, groups, root } from "./navigation";
import { operationsOf, sampleWriter } from "./samples";

const document = openApiDocument();
const operations = operationsOf(document);
const samplesOf = sampleWriter(document);
const site = await readSite();
const pages = renderSite(site, { css: "/s.css", js: "/s.js", search: "/s.json", font: "/s.woff2" });
const html = (address: string) => pages.get(address) ?? "";

describe("the Markdown of a document", () => {
  const addresses = new Map([["docs/webhooks.md", "/docs/webhooks"]]);
  const render = (text: string) => renderMarkdown(text, "docs/operations/jobs.md", addresses).html;

  it.each([
    ["[W](../webhooks.md#retries)", '<a href="/docs/webhooks#retries">W</a>'],
    ["[W](#here)", '<a href="#here">W</a>'],
    ["[W](https://example.com/?a=1&b=2)", '<a href="https://example.com/?a=1&#38;b=2">W</a>'],
    ["[W](/verify)", '<a href="/verify">W</a>'],
    ["[W](../../CONTRIBUTING.md)", "<p>W</p>"],
    ["[W](javascript:alert)", "<p>W</p>"],
    ["[W](//example.com)", "<p>W</p>"],
    ["![A chart](../pictures/chart.png)", '<img src="/docs/pictures/chart.png" alt="A chart" loading="lazy">'],
    ["![A chart](https://example.com/chart.png)", "<p>A chart</p>"],
  ])("%s becomes %s", (text, expected) => {
    expect(render(text)).toContain(expected);
  });

  it.each([
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "| a |\n|---|\n| <b>x</b> |",
    "`<i>`",
    "    <i>",
  ])("%s contains no element of the document", (text) => {
    expect(render(text)).not.toMatch(/<(?:script|img|b|i)[ >]/);
  });

  it("has headings with unique identifiers, as on GitHub", () => {
    const { title, sections } = renderMarkdown(
      "# T\n\n## Use `a_b` & c?\n\nText\n\n## Use `a_b` & c?",
      "a.md",
      addresses,
    );
    expect(title).toBe("T");
    expect(sections.map(({ id }) => id)).toEqual(["", "use-a_b--c", "use-a_b--c-1"]);
    expect(sections[1]?.text).toBe("Text");
  });
});

describe("the navigation", () => {
  it("contains every document once", () => {
    const guides = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".md"),
    );
    const clients = ["typescript", "python"].flatMap((one) => [`${one}/README.md`, `${one}/CHANGELOG.md`]);
    const files = [
      ...guides.map((path) => `docs/${path}`),
      ...clients.map((path) => `clients/${path}`),
      "CHANGELOG.md",
    ];
    const listed = groups.flatMap(({ sources }) => sources);
    expect(listed.filter((source) => !source.startsWith("lib/")).sort()).toEqual(files.sort());
    expect(new Set(listed.map(addressOf)).size).toBe(listed.length);
  });

  it("is on every page, which marks itself and has a title", () => {
    for (const { pages: own } of site.groups)
      for (const { address, title } of own) {
        expect(html(address).match(/aria-current="page"/g), address).toHaveLength(1);
        expect(html(address)).toContain(`<title>${title.replaceAll("&", "&amp;")} · Governance Audit Service</title>`);
      }
  });

  it("describes each page on the start page", () => {
    expect(html("/docs").match(/<small>(?!<)[^<]{20,120}<\/small>/g)).toHaveLength(
      html("/docs").split("<small>").length - 1,
    );
  });

  it("has unique identifiers on each page", () => {
    for (const [address, text] of pages) {
      const found = text.match(/(?<= id=")[^"]+/g) ?? [];
      expect([...new Set(found)], address).toEqual(found);
    }
  });

  it("links to existing pages and headings, as do all other links", () => {
    const identifiers = new Map(
      [...pages].map(([address, text]) => [address, new Set(text.match(/(?<= id=")[^"]+/g))]),
    );
    const dead = [...pages].flatMap(([address, text]) =>
      (text.match(/(?<=<a [^>]*href=")(?:\/docs|#)[^"]*/g) ?? []).filter((link) => {
        const [path, fragment] = link.split("#");
        const known = identifiers.get(path || address);
        return !known || (fragment && !known.has(fragment));
      }),
    );
    expect(dead).toEqual([]);
  });
});

it("shows the fields of objects in objects", () => {
  const page = pages.get("/docs/api/evidence") ?? "";
  expect(page).toMatch(/<code>dateRange\.from<\/code><small>required<\/small>/);
});

describe("an operation", () => {
  const client = new GovernanceClient({ baseUrl: "http://localhost" });
  const python = readFileSync(join(root, "clients/python/governance_audit/resources.py"), "utf8");
  const isOtlp = (path: string) => path.startsWith("/v1/otlp/");

  it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))("%s has three samples", (_, one) => {
    const { curl, typescript, python: script } = samplesOf(one);
    const [tag] = one.operation["tags"] as string[];
    expect(html(`/docs/api/${slugOf(String(tag))}`)).toContain(`<h2 id="${one.id}">`);
    expect(curl).toContain("$GOVERNANCE_URL/v1/");
    for (const sample of [curl, typescript, script]) expect(sample).not.toMatch(/undefined|\{\w+\}|\[object/);
    if (isOtlp(one.path)) return;
    const [, resource = "", name = ""] = /client\.(\w+)\.(\w+)\(/.exec(typescript) ?? [];
    expect((client as unknown as Record<string, Record<string, unknown>>)[resource]?.[name]).toBeTypeOf("function");
    const [, owner, method] = /client\.(\w+)\.(\w+)\(/.exec(script) ?? [];
    const [, type] = new RegExp(`self\\.${owner} = (\\w+)\\(`).exec(python) ?? [];
    expect(python.split(`class ${type}(`)[1]?.split("\nclass ")[0]).toContain(`    def ${method}(`);
  });
});

it("every page is smaller than 280 kB", () => {
  expect([...pages].filter(([, text]) => Buffer.byteLength(text) >= 280_000).map(([address]) => address)).toEqual([]);
});
