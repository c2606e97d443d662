import { getDomain } from "tldts";
import { describe, expect, it } from "vitest";
import { findProviderId, makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import { readCatalogue, releaseCatalogue } from "@/lib/domains/shadow-ai/catalogue/entries";
import { ordinaryHosts } from "@/lib/domains/shadow-ai/catalogue/testing/ordinary-hosts.json" with { type: "json" };
import { serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { trafficRecord } from "@/lib/domains/shadow-ai/testing/logs";

const { clientPrefixes, dataVersion, providerRows, hostGroups, informationLabels } = data;
const { entries: dataEntries, digest: dataDigest, version: catalogueVersion } = releaseCatalogue;

describe("the catalogue data", () => {
  it("is pinned: when you change it, increase the version and update the digest here", () => {
    expect({ dataVersion, dataDigest }).toEqual({
      dataVersion: "2026-11-28",
      dataDigest: "d8ce33abe31e168e365e7e8d55330a8f0c5fcea1705a3ec6067c7b9d17c249a4",
    });
    expect(makeCatalogue().version).toBe(catalogueVersion);
    expect(catalogueVersion).toBe(`${dataVersion}.${dataDigest.slice(0, 8)}`);
  });

  it("has valid and unique hosts, and valid canonical hosts and path patterns", () => {
    const ids = dataEntries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(() => readCatalogue({ dataVersion, providerRows, hostGroups, informationLabels })).not.toThrow();
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

  it("has no check dates in the future", () => {
    for (const { host, checkedAt } of dataEntries)
      if (checkedAt !== null) expect(checkedAt <= dataVersion, host).toBe(true);
  });

  it("has hosts for every provider, and ISO 3166-1 countries", () => {
    const used = new Set(dataEntries.map(({ provider }) => provider.id));
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const [id, { jurisdiction }] of Object.entries(providerRows)) {
      expect(used.has(id), id).toBe(true);
      if (jurisdiction !== undefined) expect(names.of(jurisdiction), id).toBeDefined();
    }
  });

  it("states training and agreements only with a source and a date", () => {
    for (const { provider } of dataEntries) {
      const stated = provider.sources ?? [];
      for (const property of ["trainsOnInputs", "dpa"] as const) {
        const source = stated.find((one) => one.property === property);
        expect(source !== undefined, provider.id).toBe(provider[property] !== "UNKNOWN");
        if (source) expect(source.checkedAt <= dataVersion, provider.id).toBe(true);
      }
    }
  });

  it("has at least 450 entries, in every category with hosts", () => {
    expect(dataEntries.length).toBeGreaterThanOrEqual(450);
    const used = new Set<string>(dataEntries.map(({ category }) => category));
    expect(serviceCategories.filter((category) => !used.has(category))).toEqual(["SELF_HOSTED", "UNKNOWN"]);
  });

  it("has no wildcard that contains another provider's host, except GitHub's endpoint at Azure", () => {
    const wildcards = dataEntries.filter(({ host }) => host.startsWith("*."));
    const covered = dataEntries.flatMap(({ host, provider }) =>
      wildcards.flatMap((wildcard) =>
        wildcard.provider.id !== provider.id && host.endsWith(wildcard.host.slice(1))
          ? [`${wildcard.host} ${host}`]
          : [],
      ),
    );
    expect(covered).toEqual(["*.inference.ai.azure.com models.inference.ai.azure.com"]);
  });

  it("has no wildcard for a suffix under which anyone can register names, except mixed-use and file hosts", () => {
    const shared = dataEntries.filter(
      ({ host, mixedUse, category }) =>
        host.startsWith("*.") &&
        !mixedUse &&
        category !== "SUPPORTING" &&
        getDomain(host.slice(2), { allowPrivateDomains: true }) === null,
    );
    expect(shared.map(({ host }) => host)).toEqual([]);
  });

  it.each(ordinaryHosts)("does not recognise %s by its host", (host) => {
    expect(makeCatalogue().recognise(trafficRecord({ host }))).toBeNull();
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
