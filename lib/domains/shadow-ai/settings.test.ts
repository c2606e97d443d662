import { beforeAll, describe, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import {
  deleteOverride,
  explainHost,
  getCatalogue,
  getSettings,
  putOverride,
  updateSettings,
} from "@/lib/domains/shadow-ai";
import { defaultSettings, SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let foreign: Context;

beforeAll(async () => {
  ctx = await createTestContext(createTestClock());
  foreign = await createTestContext(createTestClock());
});

/** Configuration changes on the chain, oldest first, without the record states that they seal. */
async function recordedEvents({ organisation }: Context): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<{ payload: Record<string, unknown> }>(
    `SELECT content::jsonb->'payload' AS payload FROM audit_events
     WHERE organisation_id = $1 AND event_type = 'CONFIG_CHANGE' ORDER BY chain_position`,
    [organisation.id],
  );
  return rows.map(({ payload: { sealedRecords: _, ...payload } }) => payload);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return "done";
}

describe("detection settings", () => {
  test("have default values until they are changed, for one organisation only", async () => {
    const tenant = await createTestContext(createTestClock());
    expect(await getSettings(tenant)).toEqual(defaultSettings);
    const departments = [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 }];
    const settings = SettingsDocument.parse({ departments, highCostUSD: 50 });
    expect(await updateSettings(tenant, settings)).toEqual(settings);
    expect(await getSettings(tenant)).toEqual({ ...defaultSettings, departments, highCostUSD: 50 });
    expect(await getSettings(foreign)).toEqual(defaultSettings);
    expect(await recordedEvents(tenant)).toEqual([
      {
        kind: "SHADOW_AI_SETTINGS",
        changed: [
          {
            setting: "departments",
            before: { departments: 0, hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
            after: { departments: 1, hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
          },
          { setting: "highCostUSD", before: 1000, after: 50 },
        ],
        settingsHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ]);
  });

  test("are not changed by equal values", async () => {
    const before = await recordedEvents(ctx);
    await updateSettings(ctx, await getSettings(ctx));
    expect(await recordedEvents(ctx)).toEqual(before);
  });

  test("accept only one of several concurrent changes of a version", async () => {
    const tag = entityTag(await getSettings(ctx));
    const codes = await Promise.all(
      [11, 12, 13, 14].map((highCostUSD) => codeOf(updateSettings(ctx, { ...defaultSettings, highCostUSD }, tag))),
    );
    expect(codes.sort()).toEqual(["done", "precondition_failed", "precondition_failed", "precondition_failed"]);
  });

  test("change within the caller's transaction", async () => {
    const before = await getSettings(ctx);
    const work = inTransaction(undefined, async (tx) => {
      await updateSettings({ ...ctx, tx }, { ...defaultSettings, highCostUSD: 99 });
      throw new Error("undo");
    });
    await expect(work).rejects.toThrow("undo");
    expect(await getSettings(ctx)).toEqual(before);
  });

  test.each<[string, unknown, string[]]>([
    ["a repeated name", { departments: [{ name: "A" }, { name: "A" }] }, ["departments.1.name"]],
    [
      "an IP range in two departments",
      {
        departments: [
          { name: "A", ranges: ["10.0.0.0/8"] },
          { name: "B", ranges: ["10.0.0.0/8"] },
        ],
      },
      ["departments.1.ranges.0"],
    ],
    ["an invalid IP range", { departments: [{ name: "A", ranges: ["10.0.0.1"] }] }, ["departments.0.ranges.0"]],
    ["an invalid time zone", { officeHours: { timeZone: "Mars/Base" } }, ["officeHours.timeZone"]],
    ["an invalid country", { allowedJurisdictions: ["Germany"] }, ["allowedJurisdictions.0"]],
    ["an unknown field", { unknown: 1 }, [""]],
  ])("reject %s", (_, given, paths) => {
    const { error } = SettingsDocument.safeParse(given);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(paths);
  });
});

describe("catalogue overrides", () => {
  const override = { provider: { id: "example-ai", name: "Example AI" }, category: "LLM_API" as const };

  test("apply to their organisation, are recorded on the chain without the note, and can be removed", async () => {
    const tenant = await createTestContext(createTestClock());
    const { version } = await getCatalogue(tenant);
    const put = await putOverride(tenant, "AI.example.com", { ...override, note: "asked J. Smith" });
    expect(put).toMatchObject({ host: "ai.example.com", override: { ...override, note: "asked J. Smith" } });
    const catalogue = await getCatalogue(tenant);
    expect(catalogue.overrides).toEqual([put]);
    expect(catalogue.version).not.toBe(version);
    expect(catalogue.entries.length).toBeGreaterThan(100);
    expect(await explainHost(tenant, "ai.example.com")).toMatchObject({
      match: { rule: "override", ignored: false, entry: { category: "LLM_API", provider: { id: "example-ai" } } },
    });
    expect(await explainHost(foreign, "ai.example.com")).toMatchObject({ match: null });
    expect((await getCatalogue(foreign)).overrides).toEqual([]);

    await deleteOverride(tenant, "ai.example.com");
    expect(await getCatalogue(tenant)).toMatchObject({ version, overrides: [] });
    const all = await recordedEvents(tenant);
    expect(all).toEqual([
      { kind: "CATALOGUE_OVERRIDE", host: "ai.example.com", before: null, after: override, noteChanged: true },
      { kind: "CATALOGUE_OVERRIDE", host: "ai.example.com", before: override, after: null, noteChanged: true },
    ]);
    expect(JSON.stringify(all)).not.toContain("Smith");
  });

  test("record a change only if a value differs", async () => {
    const tenant = await createTestContext(createTestClock());
    await putOverride(tenant, "*.example.com", override);
    await putOverride(tenant, "*.example.com", { ...override });
    await putOverride(tenant, "*.example.com", { ignore: true });
    expect((await recordedEvents(tenant)).map(({ after }) => after)).toEqual([override, { ignore: true }]);
  });

  test.each(["", "none", "*.com", "https://example.com", "a b.example.com", "example..com", "x".repeat(300), "\0.a"])(
    "reject %j, which is not a host",
    async (host) => {
      expect(await codeOf(putOverride(ctx, host, { ignore: true }))).toBe("not_found");
      expect(await codeOf(deleteOverride(ctx, host))).toBe("not_found");
    },
  );

  test("are limited to a thousand", async () => {
    const tenant = await createTestContext(createTestClock());
    await pool().query(
      `INSERT INTO shadow_ai_overrides (organisation_id, host, override, updated_at)
       SELECT $1, 'h' || n || '.example.com', '{"ignore":true}', now() FROM generate_series(1, 1000) n`,
      [tenant.organisation.id],
    );
    expect(await codeOf(putOverride(tenant, "one-more.example.com", { ignore: true }))).toBe("conflict");
    expect(await codeOf(putOverride(tenant, "h1.example.com", { mixedUse: true }))).toBe("done");
  });

  test("explain catalogue hosts in any notation", async () => {
    for (const host of ["api.openai.com", "API.OpenAI.com.", "api.openai.com:443"]) {
      expect(await explainHost(ctx, host)).toMatchObject({
        host,
        match: { entry: { provider: { id: "openai" } }, why: expect.any(String) },
      });
    }
    expect((await explainHost(ctx, "www.example.org")).match).toBeNull();
  });
});
