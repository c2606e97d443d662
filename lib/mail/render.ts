import { renderHtml } from "@/lib/mail/render-html";

/** A mail before it is written down: its text and its HTML are made of the same content, so they say the same. */
export interface MailContent {
  /** One line. */
  subject: string;
  /** What a list of mails shows beside the subject. */
  preheader: string;
  title: string;
  blocks: Block[];
  /** Why this person gets this mail. */
  reason: string;
}

/** All strings are plain text of whatever origin: rendering cleans and escapes them. */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** What the mail is about, as pairs; `code` sets the value in the letters of code. */
  | { kind: "facts"; facts: Fact[] }
  /** Things of the same kind, each with a title, what is wrong with it, and details. */
  | { kind: "records"; records: MailRecord[]; more: string | null }
  /** What to do, one after the other; `call` is a request or command that can be copied. */
  | { kind: "steps"; steps: Step[] }
  | { kind: "link"; text: string; url: string };

export interface Fact {
  name: string;
  value: string;
  code?: boolean;
}

interface MailRecord {
  title: string;
  problem: string;
  details: string[];
}

interface Step {
  text: string;
  call?: string;
}

/** A mail as it is stored and sent. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const subjectLengthMax = 120;

export function renderMail(content: MailContent): RenderedMail {
  const subject = plainLine(content.subject, subjectLengthMax);
  return { subject, text: renderText(content), html: renderHtml({ ...content, subject }) };
}

const width = 76;

/** The mail for readers without HTML: lines of at most 76 characters where words allow. */
function renderText({ title, blocks, reason }: MailContent): string {
  const parts = [wrap(plainLine(title)), ...blocks.map(block), `-- \n${wrap(plainLine(reason))}`];
  return `${parts.join("\n\n")}\n`;
}

function block(given: Block): string {
  switch (given.kind) {
    case "paragraph":
      return wrap(plainLine(given.text, 2_000));
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

function facts(given: Extract<Block, { kind: "facts" }>["facts"]): string {
  const nameWidth = Math.max(...given.map(({ name }) => name.length));
  return given.map(({ name, value }) => `${name.padEnd(nameWidth)}  ${plainLine(value)}`).join("\n");
}

function records({ records: given, more }: Extract<Block, { kind: "records" }>): string {
  const lines = given.map(
    ({ title, problem, details }) =>
      `- ${plainLine(title)}: ${plainLine(problem)}\n  ${details.map((detail) => plainLine(detail)).join(" ")}`,
  );
  return [...lines, ...(more === null ? [] : [plainLine(more)])].join("\n");
}

function step(mark: string, text: string, call: string | undefined): string {
  const said = wrap(plainLine(text, 2_000), mark, " ".repeat(mark.length));
  return call === undefined ? said : `${said}\n\n${" ".repeat(mark.length + 2)}${plainLine(call, 2_000)}\n`;
}

function wrap(text: string, first = "", following = ""): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = following;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join("\n");
}

/** Control characters, line and paragraph separators, and what a layout could be broken with by being invisible. */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that change the direction of what follows them, over the end of the text they stand in. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogate = /\p{Cs}/gu;

/**
 * A text from anywhere as one line of visible characters, cut to `lengthMax` characters. Letters of every script stay;
 * marks that would turn the direction of the text around it do not.
 */
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

/** A text as HTML that shows it, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
