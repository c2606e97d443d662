import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CostInputs, estimateCost } from "@/lib/domains/shadow-ai/analysis";
import { priceLists } from "@/lib/domains/shadow-ai/analysis/estimate-cost";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import { accessKinds, serviceCategories } from "@/lib/domains/shadow-ai/enums";

function cost(given: Partial<CostInputs>) {
  return estimateCost({
    accessKind: "API",
    category: "LLM_API",
    providerId: "openai",
    calls: 0,
    bytesOut: 0,
    bytesIn: 0,
    streamedBytesIn: 0,
    inputTokens: 0,
    outputTokens: 0,
    models: [],
    ...given,
  });
}

const million = 1_000_000;

describe("estimateCost", () => {
  it("uses the list price for measured tokens of a known model", () => {
    const measured = { inputTokens: 2 * million, outputTokens: million };
    expect(cost({ ...measured, models: ["gpt-4o"] })).toEqual({
      basis: "MEASURED",
      cents: 1_500,
      lowCents: 1_500,
      highCents: 1_500,
    });
    expect(cost({ ...measured, models: ["gpt-4o-2024-08-06"] }).cents).toBe(1_500);
    expect(cost({ ...measured, models: ["gpt-4o-mini"] }).cents).toBe(90);
  });

  it.each([
    ["aws", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", 1_980],
    ["openrouter", "anthropic/claude-sonnet-4-5", 1_800],
    ["anthropic", "claude-opus-4-1-20250805", 9_000],
    ["google", "models/gemini-2.5-flash", 280],
    ["microsoft", "GPT-4o", 1_250],
    ["openai", "o3", 1_000],
    ["mistral", "mistral-medium-latest", 900],
  ])("of a million tokens each way at %s with %s is %d cents", (providerId, model, cents) => {
    expect(cost({ providerId, models: [model], inputTokens: million, outputTokens: million }).cents).toBe(cents);
  });

  it("uses the provider's median price and a range for an unknown model", () => {
    const { basis, cents, lowCents, highCents } = cost({ inputTokens: 10 * million, models: ["risk-deployment-7"] });
    expect(basis).toBe("MEASURED");
    expect(lowCents).toBeLessThan(cents);
    expect(highCents).toBeGreaterThan(cents);
  });

  it("subtracts overhead from bytes and counts streamed events", () => {
    const bytes = { bytesOut: 5 * million, bytesIn: 4 * million, models: ["gpt-4o"] };
    // 1,000,000 tokens out at $2.50; 1,000,000 in at $10, or at 150 bytes each if streamed.
    expect(cost(bytes)).toEqual({ basis: "BYTES_ESTIMATED", cents: 1_250, lowCents: 375, highCents: 3_750 });
    expect(cost({ ...bytes, streamedBytesIn: 4 * million }).cents).toBe(277);
    expect(cost({ ...bytes, streamedBytesIn: 400 * million }).cents).toBe(277);
  });

  it("prefers tokens to bytes, and bytes to calls", () => {
    const all = { calls: 1_000, bytesOut: million, bytesIn: million, models: ["gpt-4o"] };
    expect(cost({ calls: 1_000 }).basis).toBe("CALLS_ESTIMATED");
    expect(cost(all).basis).toBe("BYTES_ESTIMATED");
    expect(cost({ ...all, inputTokens: 200_000, outputTokens: 100_000 }).basis).toBe("MEASURED");
  });

  it("does not extrapolate from a few measured calls", () => {
    const seen = { calls: 10_000, bytesOut: 500 * million, bytesIn: 500 * million };
    expect(cost({ ...seen, inputTokens: 10, outputTokens: 10 }).basis).toBe("BYTES_ESTIMATED");
  });

  it.each<[string, Partial<CostInputs>]>([
    ["a web application, which is priced per seat", { accessKind: "WEB", category: "CHAT_APP" }],
    ["a coding assistant", { accessKind: "IDE", category: "CODING_ASSISTANT" }],
    ["a self-hosted model", { accessKind: "SELF_HOSTED", category: "SELF_HOSTED" }],
    ["speech, which is priced per minute", { category: "SPEECH_API" }],
    ["a database", { category: "VECTOR_DB" }],
    ["nothing", { calls: 0, bytesOut: 0, bytesIn: 0 }],
  ])("is unknown for %s", (_, given) => {
    expect(cost({ calls: 500, bytesOut: million, bytesIn: million, ...given })).toEqual({
      basis: "UNKNOWN",
      cents: 0,
      lowCents: 0,
      highCents: 0,
    });
  });

  it("has no output cost for embeddings", () => {
    const given = { category: "EMBEDDING_API", providerId: "voyage", bytesOut: 500 * million } as const;
    expect(cost(given).cents).toBeGreaterThan(0);
    expect(cost({ ...given, bytesIn: 900 * million })).toEqual(cost(given));
  });

  it("returns whole cents within the range, and grows with use", () => {
    const amount = fc.nat(2 ** 31);
    const use = fc.record({
      accessKind: fc.constantFrom(...accessKinds),
      category: fc.constantFrom(...serviceCategories),
      providerId: fc.constantFrom("openai", "anthropic", "aws", "unknown:example.com", "self-hosted"),
      calls: amount,
      bytesOut: amount,
      bytesIn: amount,
      streamedBytesIn: amount,
      inputTokens: fc.constant(0),
      outputTokens: fc.constant(0),
      models: fc.array(fc.constantFrom("gpt-4o", "x", "", "claude-3-haiku", "../..", "openai/"), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(use, (inputs) => {
        const { cents, lowCents, highCents } = estimateCost(inputs);
        for (const figure of [cents, lowCents, highCents]) expect(Number.isSafeInteger(figure)).toBe(true);
        expect(lowCents).toBeLessThanOrEqual(cents);
        expect(cents).toBeLessThanOrEqual(highCents);
        const more = estimateCost({ ...inputs, bytesOut: inputs.bytesOut * 2 + 1, bytesIn: inputs.bytesIn * 2 });
        if (inputs.bytesOut + inputs.bytesIn > 0) expect(more.cents).toBeGreaterThanOrEqual(cents);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the price table", () => {
  it("has each provider of the catalogue at most once", () => {
    const providers = priceLists.map(({ provider }) => provider);
    expect(Object.keys(data.providerRows)).toEqual(expect.arrayContaining(providers));
    expect(new Set(providers).size).toBe(providers.length);
  });

  it("has one price per model and date, none in the future", () => {
    for (const { provider, prices } of priceLists) {
      const keys = prices.map(({ model, effectiveFrom }) => `${model} ${effectiveFrom}`);
      expect(new Set(keys).size, provider).toBe(keys.length);
      for (const { model, effectiveFrom } of prices) expect(effectiveFrom <= data.dataVersion, model).toBe(true);
    }
  });
});
