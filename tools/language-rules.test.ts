import { expect, test } from "vitest";
import { languageProblems } from "./language-rules";

test.each([
  ["a string", "page.tsx", 'const a = 1;\nconst text = "Nobody can read it.";', 2, "Nobody"],
  ["a template", "a.ts", ["const text = `The key $", "{id} is made anew.`;"].join(""), 1, "anew"],
  ["JSX text", "page.tsx", "const page = <p>\n  It is encrypted anew\n</p>;", 2, "anew"],
  ["a line comment", "a.ts", "const a = 1; // Whoever calls this.", 1, "Whoever"],
  ["a doc comment", "a.ts", "/**\n * A text.\n * Endpoints are told.\n */\nexport const a = 1;", 3, "told"],
  [
    "a doc comment that begins with a question word",
    "a.ts",
    "/** What a page shows. */\nconst a = 1;",
    1,
    "What a page",
  ],
  ["Markdown", "README.md", "# Title\n\nIt goes on.\n", 3, "goes on"],
  ["a CSS comment", "a.css", "a {}\n/* Kept for ever. */", 2, "for ever"],
  ["a Prisma comment", "a.prisma", "/// A verb.\nmodel A {}", 1, "verb"],
  ["JSX text of a component", "components/features/a/a.tsx", "const a = <p>Save changes</p>;", 1, "Save changes"],
  ["an attribute of a component", "components/features/a/a.tsx", 'const a = <A title="New key" />;', 1, "New key"],
  ["a shared component", "components/ui/a/a.tsx", 'const a = <A label="Clear all" />;', 1, "Clear all"],
  [
    "a template of a component",
    "components/features/a/a.tsx",
    ["const a = `Delete the key $", "{id}`;"].join(""),
    1,
    "Delete",
  ],
])("finds a planted phrase in %s", (_name, file, source, line, phrase) => {
  expect(languageProblems(file, source)).toMatchObject([{ line, phrase: expect.stringContaining(phrase) }]);
});

test.each([
  ["an identifier", "a.ts", "const nobody = told(anew);"],
  ["a string of one word", "a.ts", 'const kind = "verb";'],
  ["an import", "a.ts", 'import { told } from "@/lib/for ever/anew once more";'],
  ["code in Markdown", "a.md", "`told`\n\n```ts\n// told\n```\n"],
  ["code in a comment", "a.ts", "/** Calls `told`. */\nconst a = 1;"],
  ["an accepted exception", "a.md", "Available at all times. It stands for a key."],
  ["a texts module", "components/features/a/texts.ts", 'export const a = { title: "New key" };'],
  ["a sentence with an element", "components/features/a/a.tsx", "const a = <p>Save <b>all changes</b>.</p>;"],
  ["code in a component", "components/features/a/a.tsx", "const a = <code>Authorization: Bearer</code>;"],
  ["a question", "a.ts", 'const title = "What is an evidence package?";'],
])("accepts %s", (_name, file, source) => {
  expect(languageProblems(file, source)).toEqual([]);
});
