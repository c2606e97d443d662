import { describe, expect, test } from "vitest";
import { entityTag, matches } from "@/lib/platform/resource/entity-tag";

const model = {
  id: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  organisationId: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
  name: "Credit scoring",
  version: "2026.1",
  provider: null,
  riskTier: "HIGH",
  ownerEmail: null,
  description: null,
  allowedEndpoints: [{ host: "api.example.com" }],
  archived: false,
  system: false,
  createdAt: "2026-01-15T10:00:00.000Z",
  updatedAt: "2026-01-15T10:00:00.000Z",
};
const tag = entityTag(model);

describe("an entity tag", () => {
  test("is a quoted string that is unique to its model", () => {
    expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
    expect(entityTag(structuredClone(model))).toBe(tag);
    const others = [
      { ...model, version: null },
      { ...model, archived: true },
      { ...model, updatedAt: "2026-01-15T10:00:00.001Z" },
      { ...model, allowedEndpoints: [] },
    ];
    expect(new Set([tag, ...others.map(entityTag)]).size).toBe(5);
  });

  test.each([
    [tag, true],
    ["*", true],
    [`"other", ${tag}`, true],
    [`"other",${tag},"another"`, true],
    ['"other"', false],
    [`W/${tag}`, false],
    [tag.slice(1, -1), false],
    ["", false],
  ])("If-Match: %s", (header, expected) => {
    expect(matches(header, model)).toBe(expected);
  });
});
