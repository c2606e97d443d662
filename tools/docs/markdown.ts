import { posix } from "node:path";
import hljs from "highlight.js/lib/common";
import { Marked, type Token, type Tokens } from "marked";

hljs.configure({ classPrefix: "hl-" });

export interface Section {
  id: string;
  title: string;
  depth: number;
  /** The text up to the next heading, for the search. */
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  sections: Section[];
}

/** Renders a Markdown document. `addresses` contains the address of each document by its path in the repository. */
export function renderMarkdown(text: string, source: string, addresses: ReadonlyMap<string, string>): Rendered {
  const sections: Section[] = [{ id: "", title: "", depth: 1, text: "" }];
  const headings = new Map<Token, Section>();
  const marked = new Marked({
    renderer: {
      html: ({ text: raw }) => escapeHtml(raw.replace(/<!--.*?-->/gs, "")),
      heading(token) {
        const { id, depth } = headings.get(token) ?? { id: "", depth: token.depth };
        const inner = this.parser.parseInline(token.tokens);
        return depth === 1
          ? `<h1>${inner}</h1>\n`
          : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code: ({ text: code, lang }) => codeBlock(code, lang ?? ""),
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => cellOf(this.parser.parseInline(cell.tokens), tag)).join("")}</tr>`;
        const head = token.header.some((cell) => cell.text) ? `<thead>${cells(token.header, "th")}</thead>` : "";
        const body = token.rows.map((row) => cells(row, "td")).join("\n");
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = linkTarget(href, source, addresses);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      image({ href, text: alt }) {
        const path = posix.join(posix.dirname(source), href);
        if (!path.startsWith("docs/pictures/")) return escapeHtml(alt);
        return `<img src="${escapeHtml(`/${path}`)}" alt="${escapeHtml(alt)}" loading="lazy">`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const used = new Map<string, number>();
  for (const token of tokens) {
    const section = sections.at(-1) as Section;
    if (token.type !== "heading") section.text += ` ${plainText(token)}`;
    else if (token["depth"] === 1) section.title ||= plainText(token);
    else {
      const title = plainText(token);
      const slug = slugOf(title);
      const count = used.get(slug) ?? 0;
      used.set(slug, count + 1);
      const next = { id: count === 0 ? slug : `${slug}-${count}`, title, depth: token["depth"] as number, text: "" };
      headings.set(token, next);
      sections.push(next);
    }
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, " ").trim();
  return { title: sections[0]?.title ?? "", html: marked.parser(tokens), sections };
}

/** Text with inline Markdown only, such as `code`. */
export function renderInline(text: string): string {
  return new Marked({ renderer: { html: ({ text: raw }) => escapeHtml(raw) } }).parseInline(text, { async: false });
}

/** The identifier of a heading, as on GitHub. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** A code block with highlighted syntax. Without a language, such as a drawing or output, its lines do not wrap. */
export function codeBlock(code: string, language?: string): string {
  const html = language && hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
  // Reduces the page size: removes unnecessary escapes, and elements without a colour.
  const small = html
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&#(?:x27|39);/g, "'")
    .replace(/<span class="hl-(?:property|title class_|variable language_|punctuation)">([^<]*)<\/span>/g, "$1");
  return `<pre tabindex="0"${language === "" ? ' class="lines"' : ""}><code>${small}</code></pre>\n`;
}

/** Empty header cells are rendered as `td`. */
function cellOf(html: string, tag: string): string {
  const name = html === "" ? "td" : tag;
  return `<${name}>${html}</${name}>`;
}

/** The address of a link on the site. Undefined if the site does not contain the target. */
function linkTarget(href: string, source: string, addresses: ReadonlyMap<string, string>): string | undefined {
  if (/^(?:https?:\/\/|mailto:|#|\/(?!\/))/i.test(href)) return href;
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) return undefined;
  const [path = "", fragment] = href.split("#");
  const address = addresses.get(posix.join(posix.dirname(source), path));
  return address && (fragment ? `${address}#${fragment}` : address);
}

function plainText(token: Token): string {
  const { type, tokens, items, header, rows, text } = token as Tokens.Generic;
  if (type === "table") return [header, ...rows].flat().map(plainText).join(" ");
  const inner = (tokens ?? items) as Token[] | undefined;
  if (inner?.length) return inner.map(plainText).join(type === "list" || type === "list_item" ? " " : "");
  return typeof text === "string" ? text : "";
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
