import type { Block, MailContent } from "@/lib/mail/content";
import { plainLine } from "@/lib/mail/plain";

const width = 76;

/** The mail for readers without HTML: lines of at most 76 characters where words allow. */
export function renderText({ title, blocks, reason }: MailContent): string {
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
