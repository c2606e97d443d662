import { expect, test } from "vitest";
import { scopeGroups } from "@/components/api-keys/scope-words";
import { scopes } from "@/lib/scopes";

test("every scope is explained, and stands in one group", () => {
  const choices = scopeGroups.flatMap((group) => group.choices);
  expect(choices.map(({ value }) => value).sort()).toEqual([...scopes].sort());
  for (const { text } of choices) expect(text).toMatch(/^[A-Z].*\.$/);
});
