/** A part of a comment: plain text, or a mention of a member. `at`: its position in the text. */
export type TextPart = { at: number; text: string } | { at: number; memberId: string };

const mention = /@(usr_[0-9a-z]{1,64})/g;

/** The members that a text mentions as `@` and their ID, each once. */
export function mentionedIds(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(mention), ([, id = ""]) => id))];
}

/** A comment's text, split at its mentions. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: memberId = "", index: at } of text.matchAll(mention)) {
    if (at > end) parts.push({ at: end, text: text.slice(end, at) });
    parts.push({ at, memberId });
    end = at + whole.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts;
}
