import { expect, test } from "vitest";
import {
  choicesFor,
  completeMention,
  mentionables,
  toCommentText,
  typedMention,
} from "@/components/features/shadow-ai/detail/mention-draft";

const member = (id: string, name: string) => ({ id, name, email: `${id}@example.com`, role: "ANALYST" as const });
const members = mentionables([
  member("usr_1", "Ada"),
  member("usr_2", "Ada Analyst"),
  member("usr_3", "Bo (Risk)"),
  member("usr_4", "Kim"),
  member("usr_5", "Kim"),
]);

test("members who share a name are distinguished by their address", () => {
  expect(members.map(({ label }) => label)).toEqual([
    "Ada",
    "Ada Analyst",
    "Bo (Risk)",
    "Kim (usr_4@example.com)",
    "Kim (usr_5@example.com)",
  ]);
});

test.each([
  ["@", { at: 0, query: "" }],
  ["Ask @ad", { at: 4, query: "ad" }],
  ["(@ada an", { at: 1, query: "ada an" }],
  ["ada@example.com", null],
  ["@ada\nnext", null],
  ["no mention", null],
])("in %j, the mention before the caret is %j", (draft, expected) => {
  expect(typedMention(draft, draft.length)).toEqual(expected);
});

test("only the text before the caret is a mention", () => {
  expect(typedMention("Ask @ada later", 8)).toEqual({ at: 4, query: "ada" });
  expect(typedMention("Ask @ada later", 3)).toBeNull();
});

test("members are offered by a part of their name, until a name is complete", () => {
  const offered = (query: string) => choicesFor(members, { at: 0, query }).map(({ id }) => id);
  expect(offered("")).toHaveLength(5);
  expect(offered("ANALY")).toEqual(["usr_2"]);
  expect(offered("ada")).toEqual(["usr_1", "usr_2"]);
  expect(offered("Ada Analyst please")).toEqual([]);
  expect(offered("zoe")).toEqual([]);
});

test("a choice replaces the typed text, and the caret is after it", () => {
  const ada = { id: "usr_1", label: "Ada" };
  expect(completeMention("Ask @ad today", { at: 4, query: "ad" }, ada)).toEqual({ draft: "Ask @Ada today", caret: 9 });
  expect(completeMention("@", { at: 0, query: "" }, ada)).toEqual({ draft: "@Ada ", caret: 5 });
});

test.each([
  ["@Ada and @Ada Analyst", "@usr_1 and @usr_2"],
  ["(@Bo (Risk)), @Kim (usr_5@example.com)!", "(@usr_3), @usr_5!"],
  ["@Adam, @ada and Ada", "@Adam, @ada and Ada"],
])("%j is sent as %j", (draft, text) => {
  expect(toCommentText(draft, members)).toBe(text);
});
