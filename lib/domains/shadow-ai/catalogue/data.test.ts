import { describe, expect, it } from "vitest";
import { findProviderId, makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import { catalogueVersion, dataDigest, dataEntries } from "@/lib/domains/shadow-ai/catalogue/entries";
import { normaliseHost } from "@/lib/domains/shadow-ai/catalogue/host-table";

const { clientPrefixes, dataVersion, providerRows } = data;

describe("the catalogue data", () => {
  it("is pinned: when you change it, increase the version and update the digest here", () => {
    expect({ dataVersion, dataDigest }).toEqual({
      dataVersion: "2026-11-24",
      dataDigest: "5b32f6b49aa45bf5add320ba36e81494cdebe94cce7b1c6f86513eb8159e49bf",
    });
    expect(makeCatalogue().version).toBe(catalogueVersion);
    expect(catalogueVersion).toBe(`${dataVersion}.${dataDigest.slice(0, 8)}`);
  });

  it("has no duplicate hosts", () => {
    const ids = dataEntries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has normalised hosts", () => {
    for (const { host } of dataEntries) {
      const name = host.replace(/^\*\./, "").replace("<region>", "us-east-1");
      expect(normaliseHost(name), host).toBe(name);
      expect(name.includes("."), host).toBe(true);
      expect(host.split("<region>").length, host).toBeLessThanOrEqual(2);
    }
  });

  it("attributes traffic to entries of the same provider that have no canonical host", () => {
    const byHost = new Map(dataEntries.map((entry) => [entry.host, entry]));
    for (const { host, canonicalHost, provider } of dataEntries) {
      if (canonicalHost === undefined) continue;
      const canonical = byHost.get(canonicalHost);
      expect(canonical?.provider.id, host).toBe(provider.id);
      expect(canonical?.canonicalHost, host).toBeUndefined();
    }
  });

  it("has a canonical host for every supporting host", () => {
    const alone = dataEntries.filter(({ category, canonicalHost }) => category === "SUPPORTING" && !canonicalHost);
    expect(alone).toEqual([]);
  });

  it("has no check dates in the future", () => {
    for (const { host, checkedAt } of dataEntries)
      if (checkedAt !== null) expect(checkedAt <= dataVersion, host).toBe(true);
  });

  it("has valid regular expressions", () => {
    for (const { signals } of dataEntries)
      for (const source of signals?.paths ?? []) expect(() => new RegExp(source)).not.toThrow();
  });

  it("has hosts for every provider, and ISO 3166-1 countries", () => {
    const used = new Set(dataEntries.map(({ provider }) => provider.id));
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const [id, { jurisdiction }] of Object.entries(providerRows)) {
      expect(used.has(id), id).toBe(true);
      if (jurisdiction !== undefined) expect(names.of(jurisdiction), id).toBeDefined();
    }
  });

  it("makes no claims about training or agreements, which organisations record", () => {
    for (const { provider } of dataEntries)
      expect(provider).toMatchObject({ trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" });
  });

  it("has unique clients in lower case", () => {
    const prefixes = clientPrefixes.flatMap(([, some]) => some);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.filter((prefix) => prefix !== prefix.toLowerCase())).toEqual([]);
  });
});

describe("findProviderId", () => {
  it.each([
    ["openai", "openai"],
    ["OpenAI", "openai"],
    ["Open AI", "openai"],
    ["azure.ai.openai", "microsoft"],
    ["Mistral AI", "mistral"],
    ["Hugging Face", "hugging-face"],
    ["aws.bedrock", "aws"],
    ["x_ai", "xai"],
    ["Acme", undefined],
    ["", undefined],
  ])("%j is %s", (name, id) => {
    expect(findProviderId(name)).toBe(id);
  });
});
