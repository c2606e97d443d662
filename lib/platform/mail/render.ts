/** The content of an e-mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  subject: string;
  /** The preview that mail clients show beside the subject. */
  preheader: string;
  /** Defaults to the subject. */
  title?: string;
  /** A string is a paragraph. */
  blocks: (Block | string)[];
  /** Why the recipient receives this e-mail. */
  reason: string;
}

/** All strings are untrusted plain text: rendering cleans and escapes them. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "facts"; facts: Fact[] }
  | { kind: "records"; records: MailRecord[]; more: string | null }
  | { kind: "steps"; steps: Step[] }
  | { kind: "link"; text: string; url: string };

export interface Fact {
  name: string;
  value: string;
  /** In a monospaced font. */
  code?: boolean;
}

/** A link to a page of the service, if PUBLIC_URL is set. */
export function linkTo(publicUrl: string | undefined, path: string, text: string): Block[] {
  return publicUrl === undefined ? [] : [{ kind: "link", text, url: `${publicUrl.replace(/\/+$/, "")}${path}` }];
}

interface MailRecord {
  title: string;
  problem?: string;
  details: string[];
}

interface Step {
  text: string;
  /** A request or command to copy. */
  call?: string;
}

export type RenderedMail = Record<"subject" | "text" | "html", string>;

const subjectLengthMax = 120;

export function renderMail(content: MailContent): RenderedMail {
  const subject = plainLine(content.subject, subjectLengthMax);
  const titled = { title: content.subject, ...content, subject };
  return { subject, text: renderText(titled), html: renderHtml(titled) };
}

/** Characters in a line of the plain text. */
const width = 76;

function renderText({ title, blocks, reason }: Required<MailContent>): string {
  const parts = [wrap(plainLine(title)), ...blocks.map(block), `-- \n${wrap(plainLine(reason))}`];
  return `${parts.join("\n\n")}\n`;
}

function block(given: Block | string): string {
  if (typeof given === "string") return wrap(plainLine(given, 2_000));
  switch (given.kind) {
    case "heading":
      return plainLine(given.text).toUpperCase();
    case "facts":
      return facts(given.facts);
    case "records":
      return records(given);
    case "steps":
      return given.steps
        .map(({ text, call }, index) => step(`${index + 1}. `, text, call))
        .join("\n")
        .trimEnd();
    case "link":
      return `${plainLine(given.text)}: ${plainLine(given.url, 2_000)}`;
  }
}

function facts(given: Fact[]): string {
  const nameWidth = Math.max(...given.map(({ name }) => name.length));
  return given.map(({ name, value }) => `${name.padEnd(nameWidth)}  ${plainLine(value)}`).join("\n");
}

function records({ records: given, more }: Extract<Block, { kind: "records" }>): string {
  const lines = given.map(
    ({ title, problem, details }) =>
      `- ${plainLine(title)}${problem === undefined ? "" : `: ${plainLine(problem)}`}\n  ${details.map((detail) => plainLine(detail)).join(" ")}`,
  );
  return [...lines, ...(more === null ? [] : [plainLine(more)])].join("\n");
}

function step(mark: string, text: string, call: string | undefined): string {
  const wrapped = wrap(plainLine(text, 2_000), mark, " ".repeat(mark.length));
  return call === undefined ? wrapped : `${wrapped}\n\n${" ".repeat(mark.length + 2)}${plainLine(call, 2_000)}\n`;
}

function wrap(text: string, first = "", following = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const indent = lines.length === 0 ? first : following;
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = following + word;
    } else line = line === "" ? indent + word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Control characters, and line and paragraph separators. */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that change the text direction beyond the end of their own text. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogate = /\p{Cs}/gu;

/** Untrusted text as one line of at most `lengthMax` characters, without control and direction marks. */
export function plainLine(text: string, lengthMax = 300): string {
  const line = text
    .slice(0, lengthMax * 4)
    .replaceAll(loneSurrogate, "\ufffd")
    .replaceAll(directing, "")
    .replaceAll(lineBreaking, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join("")}…` : line;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Inline, for mail clients without style sheet support. Contrast is at least 4.5:1 (WCAG 2.2, 1.4.3). */
const style = {
  page: `margin:0;padding:0;background:#f3f4f6;`,
  card: `background:#ffffff;border:1px solid #d9dce1;border-radius:8px;`,
  brand: `margin:0 0 12px;font:600 13px/20px ${sans};color:#5b6472;`,
  title: `margin:0 0 16px;font:600 22px/30px ${sans};color:#14181f;overflow-wrap:anywhere;`,
  heading: `margin:28px 0 10px;font:600 16px/24px ${sans};color:#14181f;`,
  paragraph: `margin:0 0 16px;font:400 15px/24px ${sans};color:#2b313b;overflow-wrap:anywhere;`,
  facts: `margin:20px 0;padding:4px 16px;background:#f7f8fa;border:1px solid #e3e6ea;border-radius:6px;`,
  fact: `padding:10px 0;font:400 15px/22px ${sans};color:#14181f;overflow-wrap:anywhere;word-break:break-word;`,
  name: `display:block;font:400 13px/20px ${sans};color:#5b6472;`,
  rule: `border-top:1px solid #e3e6ea;`,
  record: `padding:12px 0;font:400 15px/22px ${sans};color:#14181f;overflow-wrap:anywhere;`,
  problem: `color:#b42318;font-weight:600;`,
  detail: `display:inline-block;font:400 13px/20px ${sans};color:#5b6472;overflow-wrap:anywhere;`,
  more: `margin:8px 0 0;font:400 14px/22px ${sans};color:#5b6472;`,
  list: `margin:0 0 16px;padding:0 0 0 24px;font:400 15px/24px ${sans};color:#2b313b;`,
  step: `margin:0 0 12px;padding-left:4px;overflow-wrap:anywhere;`,
  code: `font:400 14px/22px ${mono};`,
  call: `display:block;margin:8px 0 0;padding:10px 12px;font:400 13px/20px ${mono};color:#14181f;background:#f7f8fa;border:1px solid #e3e6ea;border-radius:6px;overflow-wrap:anywhere;word-break:break-word;`,
  link: `color:#1d4ed8;text-decoration:underline;`,
  reason: `margin:0;padding:16px 4px 0;font:400 13px/20px ${sans};color:#5b6472;overflow-wrap:anywhere;`,
};

/** For mail clients with style sheet support. */
const darkColours = `
@media (prefers-color-scheme: dark) {
  .page { background: #0f1217 !important; }
  .card { background: #181c23 !important; border-color: #343b47 !important; }
  .soft { background: #1f242d !important; border-color: #343b47 !important; }
  .rule { border-color: #343b47 !important; }
  .strong { color: #f2f4f7 !important; }
  .normal { color: #d3d8e0 !important; }
  .quiet { color: #a3adbb !important; }
  .problem { color: #ff9c8f !important; }
  .link { color: #9dbcff !important; }
}
@media (max-width: 480px) {
  .outer { padding: 12px 8px !important; }
  .card { padding: 20px 16px !important; }
}`;

/** One column of at most 600 pixels, without images or external resources. */
function renderHtml({ subject, preheader, title, blocks, reason }: Required<MailContent>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${line(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }${darkColours}
</style>
</head>
<body class="page" style="${style.page}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;">${line(preheader)}${filler}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.page}"><tr>
<td class="outer" align="center" style="padding:32px 16px;">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<div style="max-width:600px;margin:0 auto;text-align:left;">
<p class="quiet" style="${style.brand}padding:0 4px;">Governance Audit Service</p>
<div class="card" style="${style.card}padding:28px 32px;">
<h1 class="strong" style="${style.title}">${line(title)}</h1>
${blocks.map(htmlBlock).join("\n")}
</div>
<p class="quiet" style="${style.reason}">${line(reason)}</p>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr></table>
</body>
</html>
`;
}

/** Fills the preview, so that mail clients do not append the first words of the e-mail. */
const filler = "&#847;&zwnj;&nbsp;".repeat(60);

function htmlBlock(given: Block | string): string {
  if (typeof given === "string") return `<p class="normal" style="${style.paragraph}">${line(given, 2_000)}</p>`;
  switch (given.kind) {
    case "heading":
      return `<h2 class="strong" style="${style.heading}">${line(given.text)}</h2>`;
    case "facts":
      return htmlFacts(given);
    case "records":
      return htmlRecords(given);
    case "steps":
      return `<ol class="normal" style="${style.list}">${given.steps.map(htmlStep).join("")}</ol>`;
    case "link":
      return `<p class="normal" style="${style.paragraph}">${link(given)}</p>`;
  }
}

function htmlFacts({ facts: given }: Extract<Block, { kind: "facts" }>): string {
  const rows = given.map(({ name, value, code }, index) => {
    const shown = code ? `<span style="${style.code}">${line(value)}</span>` : isolated(value);
    const label = `<span class="quiet" style="${style.name}">${line(name)}</span>`;
    return `<div class="rule strong" style="${style.fact}${index === 0 ? "" : style.rule}">${label}${shown}</div>`;
  });
  return `<div class="soft" style="${style.facts}">${rows.join("")}</div>`;
}

function htmlRecords({ records: given, more }: Extract<Block, { kind: "records" }>): string {
  const rows = given.map(({ title, problem, details }, index) => {
    const shown =
      problem === undefined
        ? line(title)
        : `${line(title)} · <span class="problem" style="${style.problem}">${line(problem)}</span>`;
    const rest = details.map((detail) => `<span class="quiet" style="${style.detail}">${line(detail)}</span>`);
    return `<div class="rule strong" style="${style.record}${index === 0 ? "" : style.rule}">${shown}<br>${rest.join(" ")}</div>`;
  });
  return rows.join("") + (more === null ? "" : `<p class="quiet" style="${style.more}">${line(more)}</p>`);
}

function htmlStep({ text, call }: Step): string {
  const shown = call === undefined ? "" : `<code class="soft strong" style="${style.call}">${line(call, 2_000)}</code>`;
  return `<li style="${style.step}">${line(text, 2_000)}${shown}</li>`;
}

/** Only http and https URLs become links: no `javascript:`. */
function link({ text, url }: { text: string; url: string }): string {
  if (!/^https?:\/\//i.test(url)) return line(text);
  return `<a class="link" style="${style.link}" href="${line(url, 2_000)}">${line(text)}</a>`;
}

/** Right-to-left text must not affect its surroundings. */
function isolated(text: string): string {
  return `<bdi dir="auto">${line(text)}</bdi>`;
}

function line(text: string, lengthMax?: number): string {
  return escapeHtml(plainLine(text, lengthMax));
}
