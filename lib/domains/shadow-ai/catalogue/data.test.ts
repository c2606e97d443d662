import { describe, expect, it } from "vitest";
import { findProviderId, makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { clientPrefixes } from "@/lib/domains/shadow-ai/catalogue/data/clients";
import { dataVersion, providerRows } from "@/lib/domains/shadow-ai/catalogue/data/providers";
import { catalogueVersion, dataDigest, dataEntries } from "@/lib/domains/shadow-ai/catalogue/entries";
import { normaliseHost } from "@/lib/domains/shadow-ai/catalogue/host-table";

describe("the data", () => {
  it("is pinned: who changes it raises the version and writes the new digest here", () => {
    expect({ dataVersion, dataDigest }).toEqual({
      dataVersion: "2026-11-22",
      dataDigest: "37b486db0ed286b91a46c4e8cc14918ff237ca67c43259b1852496bb9bbf0794",
    });
    expect(makeCatalogue().version).toBe(catalogueVersion);
    expect(catalogueVersion).toBe(`${dataVersion}.${dataDigest.slice(0, 8)}`);
  });

  it("has each host once", () => {
    const ids = dataEntries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has hosts in the form that is looked up", () => {
    for (const { host } of dataEntries) {
      const name = host.replace(/^\*\./, "").replace("<region>", "us-east-1");
      expect(normaliseHost(name), host).toBe(name);
      expect(name.includes("."), host).toBe(true);
      expect(host.split("<region>").length, host).toBeLessThanOrEqual(2);
    }
  });

  it("counts traffic for hosts that are entries of the same provider and count for themselves", () => {
    const byHost = new Map(dataEntries.map((entry) => [entry.host, entry]));
    for (const { host, canonicalHost, provider } of dataEntries) {
      if (canonicalHost === undefined) continue;
      const canonical = byHost.get(canonicalHost);
      expect(canonical?.provider.id, host).toBe(provider.id);
      expect(canonical?.canonicalHost, host).toBeUndefined();
    }
  });

  it("says of every supporting host whose it is", () => {
    const alone = dataEntries.filter(({ category, canonicalHost }) => category === "SUPPORTING" && !canonicalHost);
    expect(alone).toEqual([]);
  });

  it("has a source for every host, and days of checks that were", () => {
    for (const { host, source, checkedAt } of dataEntries) {
      expect(URL.canParse(source) && source.startsWith("https://"), host).toBe(true);
      if (checkedAt !== null) {
        expect(checkedAt, host).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(checkedAt <= dataVersion, host).toBe(true);
      }
    }
  });

  it("has signals that are regular expressions", () => {
    for (const { signals } of dataEntries)
      for (const source of signals?.paths ?? []) expect(() => new RegExp(source)).not.toThrow();
  });

  it("has no provider without hosts, and countries of ISO 3166-1", () => {
    const used = new Set(dataEntries.map(({ provider }) => provider.id));
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const [id, { jurisdiction }] of Object.entries(providerRows)) {
      expect(used.has(id), id).toBe(true);
      if (jurisdiction !== undefined) expect(names.of(jurisdiction), id).toBeDefined();
    }
  });

  it("claims of no provider that it trains on inputs, or has an agreement: that is for organisations to record", () => {
    for (const { provider } of dataEntries)
      expect(provider).toMatchObject({ trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" });
  });

  it("has each client once, in lower case", () => {
    const prefixes = clientPrefixes.flatMap(([, some]) => some);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.filter((prefix) => prefix !== prefix.toLowerCase())).toEqual([]);
  });
});

describe("a provider's name", () => {
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
