import type { Script } from "@/lib/pdf/fonts/font-files";

const needed: Readonly<Record<Script, RegExp>> = {
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
  han: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uffee]/u,
  hangul: /\p{Script=Hangul}/u,
};

/** The writing systems of a text for which a family of their own is needed, in a fixed order. */
export function scriptsOf(text: string): Script[] {
  // Every one of them is beyond Latin, Greek and Cyrillic: most documents are answered here.
  if (!/[\u0590-\u{10ffff}]/u.test(text)) return [];
  return (Object.keys(needed) as Script[]).filter((script) => needed[script].test(text));
}
