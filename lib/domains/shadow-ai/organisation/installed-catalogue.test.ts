import { generateKeyPairSync } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { explainHost, getCatalogue, installCatalogue } from "@/lib/domains/shadow-ai";
import { type CatalogueHosts, data } from "@/lib/domains/shadow-ai/catalogue/data";
import { releaseCatalogue } from "@/lib/domains/shadow-ai/catalogue/entries";
import { type CatalogueFile, signCatalogue } from "@/lib/domains/shadow-ai/catalogue/signed-file";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import { forgetSingletons, provideSingleton } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { readSigningKey } from "@/lib/platform/signing/ed25519";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const newKey = () =>
  readSigningKey(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString());
const key = newKey();
let ctx: Context;

beforeAll(async () => {
  provideSingleton("env", { ...env(), CATALOGUE_PUBLIC_KEYS: key.raw.toString("base64") });
  ctx = await createTestContext(createTestClock());
});

/** As in a process that has just started. */
beforeEach(() => forgetSingletons("shadow-ai-catalogue"));

const host = "api.new-ai.example";

function hosts(dataVersion: string, given: Partial<CatalogueHosts> = {}): CatalogueHosts {
  const { providerRows, hostGroups, informationLabels } = data;
  const added = {
    provider: "new-ai",
    source: "https://new-ai.example",
    hosts: [{ host, category: "LLM_API" as const }],
  };
  return {
    dataVersion,
    providerRows: { ...providerRows, "new-ai": { name: "New AI", jurisdiction: "FR" } },
    hostGroups: [...hostGroups, added],
    informationLabels,
    ...given,
  };
}

const group = (...rows: CatalogueHosts["hostGroups"][number]["hosts"]): Partial<CatalogueHosts> => ({
  hostGroups: [{ provider: "openai", source: "https://openai.com", hosts: rows }],
});
const row = (name: string) => ({ host: name, category: "LLM_API" as const });
const signed = (catalogue: CatalogueHosts) => signCatalogue(catalogue, key);
const altered = (change: (file: CatalogueFile) => void) => {
  const file = structuredClone(signed(hosts("2027-01-01")));
  change(file);
  return file;
};

test.each<[string, () => unknown, RegExp]>([
  ["text that is not JSON", () => "{", /not valid JSON/],
  ["another format", () => ({ ...signed(hosts("2027-01-01")), format: "other" }), /^format: /],
  ["a key that is not trusted", () => signCatalogue(hosts("2027-01-01"), newKey()), /^signature\.keyId: /],
  ["a changed host", () => altered(({ catalogue }) => catalogue.informationLabels.push("x")), /^signature\.value: /],
  ["a signature that is not base64", () => altered(({ signature }) => (signature.value = "?")), /^signature\.value: /],
  ["the version of the release", () => signed(hosts(data.dataVersion)), /not later than the current version/],
  ["an older version", () => signed(hosts("2020-01-01")), /not later than the current version/],
  ["a version that is not a date", () => signed(hosts("v2")), /^catalogue\.dataVersion: /],
  [
    "an unknown category",
    () => signed(hosts("2027-01-01", group({ host: "a.example", category: "X" as never }))),
    /category/,
  ],
  ["a provider without a row", () => signed(hosts("2027-01-01", { providerRows: {} })), /not in providerRows/],
  ["an invalid host", () => signed(hosts("2027-01-01", group(row("https://a.example")))), /is not a valid host/],
  [
    "a host for a whole top-level domain",
    () => signed(hosts("2027-01-01", group(row("*.com")))),
    /is not a valid host/,
  ],
  ["a repeated host", () => signed(hosts("2027-01-01", group(row("a.example"), row("a.example")))), /is listed twice/],
  [
    "an unknown canonical host",
    () => signed(hosts("2027-01-01", group({ ...row("a.example"), canonicalHost: "b.example" }))),
    /^hostGroups: the canonical host of a\.example/,
  ],
  [
    "an invalid path pattern",
    () => signed(hosts("2027-01-01", group({ ...row("a.example"), signals: { paths: ["("], bytesOut: null } }))),
    /invalid path pattern/,
  ],
])("rejects %s and installs nothing", async (_, given, message) => {
  const file = given();
  const text = typeof file === "string" ? file : JSON.stringify(file);
  await expect(installCatalogue(ctx, text)).rejects.toThrow(message);
  expect((await getCatalogue(ctx)).version).toBe(releaseCatalogue.version);
});

test("uses an installed catalogue, also after a restart, and records it on every chain", async () => {
  const other = await createTestContext(createTestClock());
  expect((await explainHost(ctx, host)).match).toBeNull();
  const text = JSON.stringify(signed(hosts("2027-02-01")));
  const installed = await installCatalogue(ctx, text);
  expect(installed).toMatchObject({ entries: releaseCatalogue.entries.length + 1 });
  expect(installed.version).toMatch(/^2027-02-01\.[0-9a-f]{8}$/);

  forgetSingletons("shadow-ai-catalogue");
  const { version, match } = await explainHost(other, host);
  expect(version).toBe(installed.version);
  expect(match).toMatchObject({ entry: { provider: { id: "new-ai", jurisdiction: "FR" } } });

  for (const { organisation } of [ctx, other]) {
    const { rows } = await pool().query(
      `SELECT content::jsonb->'payload' AS payload FROM audit_events
       WHERE organisation_id = $1 AND event_type = 'CONFIG_CHANGE' ORDER BY chain_position`,
      [organisation.id],
    );
    expect(rows.at(-1)?.payload).toMatchObject({
      kind: "CATALOGUE_INSTALLED",
      before: data.dataVersion,
      after: "2027-02-01",
      keyId: key.id,
    });
  }
  await expect(installCatalogue(ctx, text)).rejects.toThrow(
    /2027-02-01 is not later than the current version 2027-02-01/,
  );
});

test("does not use a file that is no longer signed by a trusted key", async () => {
  provideSingleton("env", { ...env(), CATALOGUE_PUBLIC_KEYS: "" });
  expect((await getCatalogue(ctx)).version).toBe(releaseCatalogue.version);
});
