import { expect, test } from "vitest";
import { overrideFormOf, toOverride } from "@/components/features/shadow-ai/catalogue/override-form";
import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";

const whole: CatalogueOverride = {
  provider: { id: "example-ai", name: "Example AI" },
  category: "LLM_API",
  mixedUse: true,
  jurisdiction: "FR",
  trainsOnInputs: "NO",
  dpa: "YES",
  ignore: true,
  note: "Ours",
};

test("what was opened and saved as it is stays what it was", () => {
  expect(toOverride(overrideFormOf(whole))).toEqual(whole);
});

test("what says nothing is not sent", () => {
  expect(toOverride(overrideFormOf(undefined))).toEqual({});
});

test.each([["Müller & Söhne KI"], ["日本語"], ["-".repeat(80)], ["a".repeat(100)]])(
  "of a provider called %s an id is made that the API takes",
  (providerName) => {
    const sent = toOverride({ ...overrideFormOf(undefined), providerName });
    expect(CatalogueOverride.safeParse(sent).error?.issues ?? []).toEqual([]);
  },
);
