import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";

/** A member as offered after "@". */
export interface Mentionable {
  id: string;
  /** The name, with the e-mail address if members share the name. */
  label: string;
}

export function mentionables(members: Assignees["data"]): Mentionable[] {
  return members.map(({ id, name, email }) => {
    const isShared = members.some((other) => other.id !== id && other.name === name);
    return { id, label: isShared ? `${name} (${email})` : name };
  });
}

/** A mention that is being typed: the position of its "@", and the text after it. */
interface TypedMention {
  at: number;
  query: string;
}

const queryMax = 60;

/** The mention before the caret, if "@" starts a word there. */
export function typedMention(draft: string, caret: number): TypedMention | null {
  const before = draft.slice(0, caret);
  const at = before.lastIndexOf("@");
  const query = before.slice(at + 1);
  if (at < 0 || query.includes("\n") || query.length > queryMax) return null;
  return at === 0 || /\s|\(/.test(before[at - 1] ?? "") ? { at, query } : null;
}

const choicesMax = 8;

/** The members whose label contains the typed text. None once a label is complete. */
export function choicesFor(members: Mentionable[], { query }: TypedMention): Mentionable[] {
  const typed = query.trim().toLowerCase();
  const matching = members.filter(({ label }) => label.toLowerCase().includes(typed));
  const isComplete = members.some(({ label }) => query.startsWith(`${label} `));
  return isComplete ? [] : matching.slice(0, choicesMax);
}

/** Completes a mention. Returns the draft and the caret after it. */
export function completeMention(
  draft: string,
  { at, query }: TypedMention,
  { label }: Mentionable,
): { draft: string; caret: number } {
  const completed = `${draft.slice(0, at)}@${label} `;
  return { draft: completed + draft.slice(at + 1 + query.length).trimStart(), caret: completed.length };
}

/** The text to send: each `@` with a member's label as `@` and the member's ID. */
export function toCommentText(draft: string, members: Mentionable[]): string {
  const longestFirst = [...members].sort((one, other) => other.label.length - one.label.length);
  return longestFirst.reduce((text, { id, label }) => {
    const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return text.replaceAll(new RegExp(String.raw`@${escaped}(?![\p{L}\p{N}])`, "gu"), () => `@${id}`);
  }, draft);
}
