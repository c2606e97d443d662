import { describe, expect, it } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { CatalogueHost, CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { trafficRecord } from "@/lib/domains/shadow-ai/testing/logs";

function recognise(host: string, ...overrides: [string, CatalogueOverride][]) {
  return makeCatalogue(overrides.map(([pattern, override]) => ({ host: pattern, override }))).recognise(
    trafficRecord({ host }),
  );
}

describe("an override", () => {
  it("ignores a host or all subdomains of a domain", () => {
    expect(recognise("api.openai.com", ["api.openai.com", { ignore: true }])).toBeNull();
    expect(recognise("api.openai.com", ["*.openai.com", { ignore: true }])).toBeNull();
    expect(recognise("api.openai.com", ["openai.com", { ignore: true }])).not.toBeNull();
  });

  it("also ignores the file hosts and spans of an application", () => {
    const override: [string, CatalogueOverride] = ["chatgpt.com", { ignore: true }];
    expect(recognise("files.oaiusercontent.com", override)).toBeNull();
    const catalogue = makeCatalogue([{ host: "api.openai.com", override: { ignore: true } }]);
    const ai = { provider: "openai", model: null, operation: null, inputTokens: 1, outputTokens: 1 };
    expect(catalogue.recognise(trafficRecord({ ai }))).toBeNull();
  });

  it("ignores an unknown host and explains it", () => {
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

  it("uses the domain owner as the default provider", () => {
    expect(recognise("chat.acme.example", ["*.acme.example", { category: "CHAT_APP" }])).toMatchObject({
      endpoint: "chat.acme.example",
      accessKind: "WEB",
      provider: { id: "unknown:acme.example" },
    });
  });

  it("changes the given provider properties and keeps the others", () => {
    const use = recognise("api.openai.com", ["*.openai.com", { dpa: "YES", trainsOnInputs: "NO" }]);
    expect(use).toMatchObject({
      entryId: "api.openai.com",
      category: "LLM_API",
      provider: { id: "openai", name: "OpenAI", jurisdiction: "US", dpa: "YES", trainsOnInputs: "NO" },
    });
  });

  it("keeps the catalogue's properties of a known provider", () => {
    const use = recognise("llm.acme.example", [
      "llm.acme.example",
      { provider: { id: "mistral", name: "Mistral via Acme" } },
    ]);
    expect(use?.provider).toMatchObject({ id: "mistral", name: "Mistral via Acme", jurisdiction: "FR" });
  });

  it("applies the longest pattern, regardless of order", () => {
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

  it("sets or clears mixed use", () => {
    expect(recognise("claude.ai", ["claude.ai", { mixedUse: true }])).toBeNull();
    expect(recognise("huggingface.co", ["huggingface.co", { mixedUse: false }])).toMatchObject({
      category: "MODEL_HUB",
    });
  });

  it("detaches a host from its canonical host", () => {
    const use = recognise("files.oaiusercontent.com", ["*.oaiusercontent.com", { category: "CHAT_APP" }]);
    expect(use).toMatchObject({ endpoint: "files.oaiusercontent.com", category: "CHAT_APP" });
  });

  it("does not identify a host if it contains only a note", () => {
    expect(recognise("acme.example", ["acme.example", { note: "Our own" }])).toBeNull();
    expect(recognise("api.openai.com", ["api.openai.com", { note: "Ours" }])).toMatchObject({
      provider: { id: "openai" },
    });
  });

  it("changes the catalogue version by its content, not its order", () => {
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

  it("applies to providers of known uses", () => {
    const catalogue = makeCatalogue([{ host: "api.openai.com", override: { dpa: "NO" } }]);
    const of = (providerId: string, endpoint: string) =>
      catalogue.providerOf({ providerId, endpoint, provider: "Acme" });
    expect(of("openai", "api.openai.com").dpa).toBe("NO");
    expect(of("openai", "gateway.example.com")).toMatchObject({ name: "OpenAI", dpa: "PLAN_DEPENDENT" });
    expect(of("unknown:acme.example", "x.acme.example")).toMatchObject({ id: "unknown:acme.example", name: "Acme" });
  });
});

describe("the override schema", () => {
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
  ])("rejects %j", (override) => {
    expect(CatalogueOverride.safeParse(override).success).toBe(false);
  });

  it.each(["api.example.com", "*.example.com", "host", "a_b.example.com", "API.Example.COM"])(
    "accepts the host %s",
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
  ])("rejects the host %j", (host) => {
    expect(CatalogueHost.safeParse(host).success).toBe(false);
  });
});
