import { describe, expect, it } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { CatalogueHost, CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { trafficRecord } from "@/lib/domains/shadow-ai/testing/logs";

function recognise(host: string, ...overrides: [string, CatalogueOverride][]) {
  return makeCatalogue(overrides.map(([pattern, override]) => ({ host: pattern, override }))).recognise(
    trafficRecord({ host }),
  );
}

describe("an organisation's override", () => {
  it("ignores a host, and all below a domain", () => {
    expect(recognise("api.openai.com", ["api.openai.com", { ignore: true }])).toBeNull();
    expect(recognise("api.openai.com", ["*.openai.com", { ignore: true }])).toBeNull();
    expect(recognise("api.openai.com", ["openai.com", { ignore: true }])).not.toBeNull();
  });

  it("ignores also what carries files for an ignored application, and what its applications report", () => {
    const override: [string, CatalogueOverride] = ["chatgpt.com", { ignore: true }];
    expect(recognise("files.oaiusercontent.com", override)).toBeNull();
    const catalogue = makeCatalogue([{ host: "api.openai.com", override: { ignore: true } }]);
    const ai = { provider: "openai", model: null, operation: null, inputTokens: 1, outputTokens: 1 };
    expect(catalogue.recognise(trafficRecord({ ai }))).toBeNull();
  });

  it("ignores an unknown host whatever is sent to it, and says so", () => {
    const catalogue = makeCatalogue([{ host: "llm.example.com", override: { ignore: true } }]);
    const record = trafficRecord({
      host: "llm.example.com",
      path: "/v1/chat/completions",
      userAgent: "openai-python/1",
    });
    expect(catalogue.recognise(record)).toBeNull();
    expect(catalogue.explain("LLM.example.com")).toMatchObject({ ignored: true, rule: "override" });
  });

  it("adds a host", () => {
    const override: CatalogueOverride = {
      provider: { id: "acme-ai", name: "Acme AI" },
      category: "LLM_API",
      jurisdiction: "NZ",
      trainsOnInputs: "NO",
      dpa: "YES",
    };
    expect(recognise("api.acme.example", ["api.acme.example", override])).toMatchObject({
      entryId: "api.acme.example",
      endpoint: "api.acme.example",
      category: "LLM_API",
      accessKind: "API",
      provider: { id: "acme-ai", name: "Acme AI", jurisdiction: "NZ", trainsOnInputs: "NO", dpa: "YES" },
    });
  });

  it("names the owner of the domain where it names nobody", () => {
    expect(recognise("chat.acme.example", ["*.acme.example", { category: "CHAT_APP" }])).toMatchObject({
      endpoint: "chat.acme.example",
      accessKind: "WEB",
      provider: { id: "unknown:acme.example" },
    });
  });

  it("changes what is known of a provider and leaves the rest", () => {
    const use = recognise("api.openai.com", ["*.openai.com", { dpa: "YES", trainsOnInputs: "NO" }]);
    expect(use).toMatchObject({
      entryId: "api.openai.com",
      category: "LLM_API",
      provider: { id: "openai", name: "OpenAI", jurisdiction: "US", dpa: "YES", trainsOnInputs: "NO" },
    });
  });

  it("takes what the catalogue knows of a provider that it names", () => {
    const use = recognise("llm.acme.example", [
      "llm.acme.example",
      { provider: { id: "mistral", name: "Mistral via Acme" } },
    ]);
    expect(use?.provider).toMatchObject({ id: "mistral", name: "Mistral via Acme", jurisdiction: "FR" });
  });

  it("decides by the longest pattern, whatever the order", () => {
    const some: [string, CatalogueOverride][] = [
      ["*.acme.example", { category: "WRITING" }],
      ["*.ai.acme.example", { category: "CHAT_APP" }],
      ["x.ai.acme.example", { category: "LLM_API" }],
    ];
    for (const order of [some, some.toReversed()]) {
      expect(recognise("x.ai.acme.example", ...order)?.category).toBe("LLM_API");
      expect(recognise("y.ai.acme.example", ...order)?.category).toBe("CHAT_APP");
      expect(recognise("y.acme.example", ...order)?.category).toBe("WRITING");
      expect(recognise("acme.example", ...order)).toBeNull();
      expect(recognise("evilacme.example", ...order)).toBeNull();
    }
  });

  it("makes a host one of mixed use, or one that needs no second signal", () => {
    expect(recognise("claude.ai", ["claude.ai", { mixedUse: true }])).toBeNull();
    expect(recognise("huggingface.co", ["huggingface.co", { mixedUse: false }])).toMatchObject({
      category: "MODEL_HUB",
    });
  });

  it("takes a host out of the one that it counted for", () => {
    const use = recognise("files.oaiusercontent.com", ["*.oaiusercontent.com", { category: "CHAT_APP" }]);
    expect(use).toMatchObject({ endpoint: "files.oaiusercontent.com", category: "CHAT_APP" });
  });

  it("says nothing of a host by a note alone", () => {
    expect(recognise("acme.example", ["acme.example", { note: "Our own" }])).toBeNull();
    expect(recognise("api.openai.com", ["api.openai.com", { note: "Ours" }])).toMatchObject({
      provider: { id: "openai" },
    });
  });

  it("is in the version of the catalogue, by its content and not its order", () => {
    const plain = makeCatalogue().version;
    const one = { host: "a.example", override: { ignore: true } };
    const other = { host: "b.example", override: { ignore: true } };
    const both = makeCatalogue([one, other]).version;
    expect(both).toMatch(/^[^+]+\+[0-9a-f]{8}$/);
    expect(both.startsWith(`${plain}+`)).toBe(true);
    expect(makeCatalogue([other, one]).version).toBe(both);
    expect(makeCatalogue([one]).version).not.toBe(both);
    expect(makeCatalogue([{ ...one, override: { ignore: false } }, other]).version).not.toBe(both);
    expect(makeCatalogue([]).version).toBe(plain);
  });

  it("tells what is now known of a provider seen before", () => {
    const catalogue = makeCatalogue([{ host: "api.openai.com", override: { dpa: "NO" } }]);
    expect(catalogue.providerOf("openai", "api.openai.com").dpa).toBe("NO");
    expect(catalogue.providerOf("openai", "gateway.example.com")).toMatchObject({ name: "OpenAI", dpa: "UNKNOWN" });
    expect(catalogue.providerOf("unknown:acme.example", "x.acme.example")).toMatchObject({ name: "acme.example" });
    expect(catalogue.providerOf("self-hosted", "10.20.30.x")).toMatchObject({ id: "self-hosted", name: "Self-hosted" });
  });
});

describe("the form of an override", () => {
  it.each([
    {},
    { ignored: true },
    { category: "LLM" },
    { jurisdiction: "USA" },
    { jurisdiction: "us" },
    { trainsOnInputs: "MAYBE" },
    { provider: { id: "Acme AI", name: "Acme" } },
    { provider: { id: "unknown:acme.example", name: "Acme" } },
    { provider: { id: "acme" } },
    { note: " " },
  ])("%j is refused", (override) => {
    expect(CatalogueOverride.safeParse(override).success).toBe(false);
  });

  it.each(["api.example.com", "*.example.com", "host", "a_b.example.com", "API.Example.COM"])(
    "%s is a host",
    (host) => {
      expect(CatalogueHost.parse(host)).toBe(host.toLowerCase());
    },
  );

  it.each([
    "",
    "*",
    "*.com",
    "a.*.com",
    "https://example.com",
    "example.com:443",
    "example.com.",
    "-a.com",
    "a b",
    "<region>.a.b",
  ])("%j is none", (host) => {
    expect(CatalogueHost.safeParse(host).success).toBe(false);
  });
});
