import { type Block, escapeHtml, type MailContent, plainLine } from "@/lib/mail/render";

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Inline, for programs that read no style sheets: the light colours. Contrast is at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
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

/** For programs that do, and that are set to dark. */
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

/** The mail as HTML: one column, at most 600 pixels wide, no image, nothing that is loaded from anywhere. */
export function renderHtml({ subject, preheader, title, blocks, reason }: MailContent): string {
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
${blocks.map(block).join("\n")}
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

/** Fills the line that a list of mails shows, so that it does not go on with the mail's first words. */
const filler = "&#847;&zwnj;&nbsp;".repeat(60);

function block(given: Block): string {
  switch (given.kind) {
    case "paragraph":
      return `<p class="normal" style="${style.paragraph}">${line(given.text, 2_000)}</p>`;
    case "heading":
      return `<h2 class="strong" style="${style.heading}">${line(given.text)}</h2>`;
    case "facts":
      return facts(given);
    case "records":
      return records(given);
    case "steps":
      return `<ol class="normal" style="${style.list}">${given.steps.map(step).join("")}</ol>`;
    case "link":
      return `<p class="normal" style="${style.paragraph}">${link(given)}</p>`;
  }
}

function facts({ facts: given }: Extract<Block, { kind: "facts" }>): string {
  const rows = given.map(({ name, value, code }, index) => {
    const shown = code ? `<span style="${style.code}">${line(value)}</span>` : isolated(value);
    const label = `<span class="quiet" style="${style.name}">${line(name)}</span>`;
    return `<div class="rule strong" style="${style.fact}${index === 0 ? "" : style.rule}">${label}${shown}</div>`;
  });
  return `<div class="soft" style="${style.facts}">${rows.join("")}</div>`;
}

function records({ records: given, more }: Extract<Block, { kind: "records" }>): string {
  const rows = given.map(({ title, problem, details }, index) => {
    const shown = `${line(title)} · <span class="problem" style="${style.problem}">${line(problem)}</span>`;
    const rest = details.map((detail) => `<span class="quiet" style="${style.detail}">${line(detail)}</span>`);
    return `<div class="rule strong" style="${style.record}${index === 0 ? "" : style.rule}">${shown}<br>${rest.join(" ")}</div>`;
  });
  return rows.join("") + (more === null ? "" : `<p class="quiet" style="${style.more}">${line(more)}</p>`);
}

function step({ text, call }: { text: string; call?: string }): string {
  const shown = call === undefined ? "" : `<code class="soft strong" style="${style.call}">${line(call, 2_000)}</code>`;
  return `<li style="${style.step}">${line(text, 2_000)}${shown}</li>`;
}

/** Links lead where the web is, and nowhere else: no `javascript:`. */
function link({ text, url }: { text: string; url: string }): string {
  if (!/^https?:\/\//i.test(url)) return line(text);
  return `<a class="link" style="${style.link}" href="${line(url, 2_000)}">${line(text)}</a>`;
}

/** What people typed may be written from right to left; it must not turn its surroundings around. */
function isolated(text: string): string {
  return `<bdi dir="auto">${line(text)}</bdi>`;
}

function line(text: string, lengthMax?: number): string {
  return escapeHtml(plainLine(text, lengthMax));
}
