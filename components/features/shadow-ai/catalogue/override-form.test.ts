import { expect, test } from "vitest";
import { overrideFormOf, toOverride } from "@/components/features/shadow-ai/catalogue/override-form";
import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";

test("saving an unchanged override sends the same override", () => {
  const override: CatalogueOverride = {
    provider: { id: "example-ai", name: "Example AI" },
    category: "LLM_API",
    mixedUse: true,
    jurisdiction: "FR",
    trainsOnInputs: "NO",
    dpa: "YES",
    ignore: true,
    note: "Ours",
  };
  expect(toOverride(overrideFormOf(override))).toEqual(override);
});

test("empty fields are not sent", () => {
  expect(toOverride(overrideFormOf(undefined))).toEqual({});
});

test.each(["Müller & Söhne KI", "日本語", "-".repeat(80), "a".repeat(100)])(
  "the id derived from the provider name %s is valid for the API",
  (providerName) => {
    const sent = toOverride({ ...overrideFormOf(undefined), providerName });
    expect(CatalogueOverride.safeParse(sent).error?.issues ?? []).toEqual([]);
  },
);
