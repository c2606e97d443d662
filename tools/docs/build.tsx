import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import type { ReactNode } from "react";
import { openApiDocument } from "@/app/v1/openapi.json/document";
import { type Assets, renderPage } from "./layout";
import { type Rendered, renderMarkdown, type Section } from "./markdown";
import { addressOf, groups, root, summaries, titles } from "./navigation";
import { referencePages } from "./reference";
import { Markup } from "./schema";

interface Page {
  title: string;
  address: string;
  description: string;
  sections: Section[];
  content: ReactNode;
}

interface Site {
  groups: { name: string; pages: Page[] }[];
  /** The search index: one row per section. */
  search: [address: string, page: string, heading: string, text: string][];
}

/** Reads the documents and the OpenAPI document. */
export async function readSite(): Promise<Site> {
  const addresses = new Map(
    groups.flatMap(({ sources }) => sources).map((source): [string, string] => [source, addressOf(source)]),
  );
  addresses.set("README.md", "/docs");
  const guides = await Promise.all(
    groups.map(async ({ name, sources }) => {
      const texts = await Promise.all(sources.map((source) => readFile(join(root, source), "utf8")));
      const pages = sources.map((source, position) => {
        const rendered = renderMarkdown(texts[position] ?? "", source, addresses);
        return pageOf({ ...rendered, title: titles[source] ?? rendered.title }, addressOf(source));
      });
      return { name, pages };
    }),
  );
  const document = openApiDocument();
  const markdown = (text: string) => renderMarkdown(text, "docs/api.md", addresses);
  const conventions = pageOf(markdown(`# API conventions\n${document.info["description"]}`), "/docs/api");
  const operations = referencePages(document, (text) => markdown(text).html);
  const reference = { name: "API reference", pages: [conventions, ...operations] };
  const position = groups.findIndex(({ name }) => name === "Reference");
  const all = guides.toSpliced(position, 0, reference);
  const search = all.flatMap(({ pages }) => pages.flatMap(rowsOf));
  return { groups: all, search };
}

function pageOf({ title, html, sections }: Rendered, address: string): Page {
  return { title, address, description: "", sections, content: <Markup html={html} /> };
}

function rowsOf({ title, address, description, sections }: Page): Site["search"] {
  const described = { id: "", title, depth: 1, text: description };
  return [...(description ? [described] : []), ...sections].map(({ id, title: heading, text }) =>
    id ? [`${address}#${id}`, title, heading, text] : [address, title, "", text],
  );
}

/** The HTML of all pages, by address. */
export function renderSite(site: Site, assets: Assets): Map<string, string> {
  const special = [
    { title: "Documentation", address: "/docs", sections: [], content: landing(site) },
    { title: "Page not found", address: "/docs/404", sections: [], content: missing },
  ];
  const pages = [...special, ...site.groups.flatMap((group) => group.pages)];
  return new Map(
    pages.map((page) => [
      page.address,
      renderPage({ ...page, navigation: site.groups, assets, children: page.content }),
    ]),
  );
}

const missing = (
  <>
    <h1>Page not found</h1>
    <p className="lead">This page doesn't exist. Search the documentation, or select a page from the menu.</p>
  </>
);

function landing(site: Site) {
  return (
    <>
      <h1>Documentation</h1>
      <p className="lead">
        Record the activity of your AI models on a tamper-evident audit trail, detect unapproved AI services, and prove
        both to auditors.
      </p>
      <p className="actions">
        <a href="/docs/quick-start">Quick start</a>
        <a href="/docs/evidence-verification">Verify an evidence package</a>
        <a href="/docs/api">API reference</a>
        <a href="/v1/openapi.json">openapi.json</a>
      </p>
      {site.groups
        .filter(({ name }) => name !== "Design and quality")
        .map(({ name, pages }) => (
          <section key={name} className="landing">
            <h2>{name}</h2>
            <ul className={references.has(name) ? "index" : "cards"}>
              {pages.map(({ title, address }) => (
                <li key={address}>
                  <a href={address}>{title}</a>
                  {!references.has(name) && <small>{summaries[address.slice("/docs/".length)]}</small>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

/** Groups of pages that are found by their title. The start page lists them without descriptions, after the guides. */
const references = new Set(["API reference", "Reference"]);

/** Writes the site into a folder that `app/docs` serves. */
export async function writeDocs(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  /** Writes a file whose name contains the hash of its content, so that browsers can cache it permanently. */
  const asset = async (name: string, content: string | Uint8Array) => {
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
    const path = `assets/${name.replace(".", `-${hash}.`)}`;
    await write(path, content);
    return `/docs/${path}`;
  };
  const site = await readSite();
  const fontFile = join(root, "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
  const font = await asset("inter.woff2", await readFile(fontFile));
  const styles = [`@font-face { font-family: Inter; src: url("${font}"); font-weight: 100 900; font-display: swap }`];
  for (const file of [
    "components/ui/theme/tokens",
    ...["site", "search", "text", "reference"].map((name) => `tools/docs/${name}`),
  ])
    styles.push(await readFile(join(root, `${file}.css`), "utf8"));
  const css = await build({ stdin: { contents: styles.join("\n"), loader: "css" }, minify: true, write: false });
  const js = await build({
    entryPoints: [join(root, "tools/docs/browser.ts")],
    bundle: true,
    minify: true,
    write: false,
  });
  const assets = {
    font,
    css: await asset("site.css", css.outputFiles[0]?.contents ?? ""),
    js: await asset("site.js", js.outputFiles[0]?.contents ?? ""),
    search: await asset("search.json", JSON.stringify(site.search)),
  };
  for (const [address, html] of renderSite(site, assets))
    await write(`${address.slice("/docs/".length) || "index"}.html`, html);
  await cp(join(root, "docs/pictures"), join(folder, "pictures"), { recursive: true });
}

if (basename(process.argv[1] ?? "") === "build.tsx") await writeDocs(join(root, ".next/service/docs"));
