import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { registerModel } from "@/lib/domains/models";
import {
  analyseUses,
  getDetection,
  importLog,
  listDetections,
  updateDetection,
  updateSettings,
} from "@/lib/domains/shadow-ai";
import { ListDetections, type ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { eventsAbout, findingsOf } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLine } from "@/lib/domains/shadow-ai/testing/logs";
import { deleteOldTraffic } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
});

const london = "10.1.1.7";
const paris = "10.2.2.7";

/** Requests of a client an hour ago, as a proxy logs them. */
function requests(client: string, count: number, given: Record<string, unknown> = {}): string[] {
  return lines(count, { client, bytesOut: 1_000, bytesIn: 4_000, ...given });
}

/** Connections that carry four requests each, as a sensor logs them: with the overhead of TLS, and without requests. */
function connections(client: string, count: number, given: Record<string, unknown> = {}): string[] {
  const bytes = { bytesOut: 5_000, bytesIn: 17_000, packetsOut: 20, packetsIn: 30 };
  const unseen = { url: undefined, method: undefined, status: undefined, userAgent: undefined, action: undefined };
  return lines(count, { vantage: "NETWORK_TRAFFIC", client, ...bytes, ...unseen, ...given });
}

function lookups(client: string, count: number): string[] {
  return lines(count, {
    vantage: "DNS",
    client,
    url: undefined,
    method: undefined,
    bytesOut: undefined,
    bytesIn: undefined,
  });
}

function lines(count: number, given: Record<string, unknown>): string[] {
  const startMs = clock.nowMs - 3_600_000;
  return Array.from({ length: count }, (_, n) =>
    nativeLine({ at: new Date(startMs + n * 1_000).toISOString(), ...given }),
  );
}

async function send(source: string, log: string[], of: Context = ctx): Promise<void> {
  await importLog(of, { source, via: "API", inputs: [inputOf(log)], leaveAnalysis: true });
  await analyseUses(of.organisation.id, clock);
}

async function detection(of: Context = ctx): Promise<ShadowAiDetectionDetail> {
  const { data } = await listDetections(of, ListDetections.parse({ limit: "10" }));
  const { detection } = await getDetection(of, data[0]?.id ?? "");
  expect(detection.verified).toBe(true);
  return detection;
}

/** The counts and the risk of the newest detection. */
async function result(of: Context = ctx) {
  const { details, severity, riskScore, activity, source } = await detection(of);
  const { estimatedCallVolume: calls, bytesOut, bytesIn, estimatedCostUSD } = details;
  const today = activity.at(-1);
  return { calls, bytesOut, bytesIn, estimatedCostUSD, severity, riskScore, source, today };
}

/** The result for another organisation, which sends these logs. */
async function resultOf(logs: [source: string, string[]][]) {
  const other = await createTestContext(clock);
  for (const [source, log] of logs) await send(source, log, other);
  return result(other);
}

const sources = async () =>
  (await detection()).counting.sources.map(({ name, calls, bytesOut }) => [name, calls, bytesOut]);

async function asOwner(sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}

const sameTraffic = () =>
  ({ proxy: ["proxy", requests(london, 40)], sensor: ["sensor", connections(london, 10)] }) satisfies Record<
    string,
    [string, string[]]
  >;

describe("two sources", () => {
  test("that report the same traffic count once, in any order, and are both shown", async () => {
    const { proxy, sensor } = sameTraffic();
    await send(...proxy);
    const alone = await result();
    expect(alone).toMatchObject({ calls: 40, bytesOut: 40_000, bytesIn: 160_000 });
    await send(...sensor);
    const both = await result();
    expect(both).toMatchObject({ calls: 40, bytesOut: 50_000, bytesIn: 170_000, severity: alone.severity });
    expect(both.riskScore).toBe(alone.riskScore);
    expect(both.today).toMatchObject({ calls: 40, bytesOut: 50_000 });
    expect(await resultOf([sensor, proxy])).toEqual(both);
    const { counting, clientRanges } = await detection();
    expect(counting).toEqual({
      sentence:
        "Traffic reported by several sources counts once: for each day and IP range, each count is the highest of any source.",
      sources: [
        {
          id: expect.stringMatching(/^src_/),
          name: "proxy",
          calls: 40,
          dnsQueries: 0,
          bytesOut: 40_000,
          bytesIn: 160_000,
        },
        {
          id: expect.stringMatching(/^src_/),
          name: "sensor",
          calls: 10,
          dnsQueries: 0,
          bytesOut: 50_000,
          bytesIn: 170_000,
        },
      ],
    });
    expect(clientRanges).toMatchObject([{ calls: 40, bytesOut: 50_000 }]);
    expect(await findingsOf(ctx.organisation.id)).toEqual([]);
  });

  test("that report different ranges add up, also within a department", async () => {
    const departments = [{ name: "Finance", ranges: ["10.1.0.0/16", "10.2.0.0/16"], sensitivity: 0 }];
    await updateSettings(ctx, { ...defaultSettings, departments });
    await send("london", connections(london, 10));
    await send("paris", connections(paris, 7));
    expect(await result()).toMatchObject({ calls: 17, bytesOut: 85_000 });
    const without = await resultOf([
      ["london", connections(london, 10)],
      ["paris", connections(paris, 7)],
    ]);
    expect(without).toMatchObject({ calls: 17, bytesOut: 85_000 });
  });

  test("that partly overlap count the overlap once, in any order", async () => {
    const all = [...requests(london, 12), ...requests(paris, 8)];
    await send("proxy", all);
    await send("sensor", connections(paris, 3));
    expect(await result()).toMatchObject({ calls: 20, bytesOut: 27_000 });
    expect(
      await resultOf([
        ["sensor", connections(paris, 3)],
        ["proxy", all],
      ]),
    ).toEqual(await result());
  });

  test("that report different days add up", async () => {
    await send("proxy", requests(london, 12));
    clock.nowMs += 24 * 3_600_000;
    await send("sensor", connections(london, 5));
    expect(await result()).toMatchObject({ calls: 17 });
  });
});

test("the logs of one source add up", async () => {
  await send("proxy", requests(london, 12));
  await send("proxy", requests(london, 12, { status: 201 }));
  expect(await result()).toMatchObject({ calls: 24, bytesOut: 24_000 });
  expect(await sources()).toEqual([["proxy", 24, 24_000]]);
  expect((await detection()).counting.sentence).toBe("The counts come from one source.");
});

test("DNS queries do not add calls or bytes to those of a proxy, in any order", async () => {
  const [proxy, resolver] = [requests(london, 12), lookups(london, 90)];
  await send("proxy", proxy);
  const { today, ...alone } = await result();
  await send("resolver", resolver);
  expect(await result()).toEqual({ ...alone, today: { ...today, dnsQueries: 90 } });
  const sources = [
    { name: "proxy", calls: 12, dnsQueries: 0 },
    { name: "resolver", calls: 0, dnsQueries: 90, bytesOut: 0 },
  ];
  expect((await detection()).counting.sources).toMatchObject(sources);
  const expected = await result();
  ctx = await createTestContext(clock);
  await send("resolver", resolver);
  expect(await result()).toMatchObject({ calls: 90, bytesOut: 0, source: "DNS" });
  await send("proxy", proxy);
  expect(await result()).toEqual(expected);
  const events = await eventsAbout(ctx, (await detection()).id);
  expect(events.map(({ payload }) => payload?.kind)).toContain("SHADOW_AI_SOURCE_CHANGED");
  const { findings } = await verifyStoredChain({ organisationId: ctx.organisation.id });
  expect(findings).toEqual([]);
});

test("traffic that an earlier version stored is kept, and later traffic is added to it", async () => {
  await send("proxy", requests(london, 12));
  for (const table of ["uses", "days", "buckets"]) {
    await pool().query(`UPDATE shadow_ai_${table} SET sources = NULL WHERE organisation_id = $1`, [
      ctx.organisation.id,
    ]);
  }
  expect((await detection()).counting).toEqual({
    sentence: "An earlier version of the service counted this traffic and did not store its sources.",
    sources: [
      { id: null, name: "Earlier version of the service", calls: 12, dnsQueries: 0, bytesOut: 12_000, bytesIn: 48_000 },
    ],
  });
  await send("proxy", requests(london, 4, { status: 201 }));
  await send("sensor", connections(london, 1));
  expect(await result()).toMatchObject({ calls: 16, bytesOut: 17_000 });
  expect(await sources()).toEqual([
    ["Earlier version of the service", 12, 12_000],
    ["proxy", 4, 4_000],
    ["sensor", 1, 5_000],
  ]);
});

test("buckets store the sums of each source only for hosts outside the catalogue", async () => {
  const streams = { host: "llm.unknown.example", url: undefined, bytesOut: 2_400, bytesIn: 61_000, durationMs: 9_000 };
  await send("sensor", [...connections(london, 4), ...connections(london, 4, { packetsIn: 250, ...streams })]);
  const { rows } = await pool().query(
    `SELECT entry_id IS NULL AS unknown, sources IS NOT NULL AS stored
     FROM shadow_ai_buckets JOIN (SELECT organisation_id, fingerprint, entry_id FROM shadow_ai_uses) AS uses
       USING (organisation_id, fingerprint) WHERE organisation_id = $1 ORDER BY 1`,
    [ctx.organisation.id],
  );
  expect(rows).toEqual([
    { unknown: false, stored: false },
    { unknown: true, stored: true },
  ]);
});

test("the counts survive the retention of traffic and the removal of a source", async () => {
  const { proxy, sensor } = sameTraffic();
  await send(...proxy);
  await send(...sensor);
  const before = await result();
  const { counting } = await detection();
  const later = new Date(clock.nowMs + 40 * 24 * 3_600_000);
  await inTransaction(undefined, (tx) =>
    deleteOldTraffic(tx, ctx.organisation.id, { before: later, kept: [], take: 1_000 }),
  );
  await asOwner("DELETE FROM log_imports WHERE source_id = $1", [counting.sources[1]?.id]);
  await asOwner("DELETE FROM log_sources WHERE id = $1", [counting.sources[1]?.id]);
  const { today: _deleted, ...kept } = before;
  expect(await result()).toMatchObject(kept);
  expect(await sources()).toEqual([
    ["proxy", 40, 40_000],
    ["Removed source", 10, 50_000],
  ]);
  clock.nowMs += 24 * 3_600_000;
  await send("proxy", requests(london, 5));
  expect(await result()).toMatchObject({ calls: 45, bytesOut: 55_000 });
});

test("a detection outside the allow list counts the traffic of two sources once", async () => {
  await send("proxy", requests(london, 12));
  const { id } = await detection();
  const allowedEndpoints = [{ host: "api.openai.com", ipRanges: ["10.9.9.0/24"] }];
  const { id: modelId } = await registerModel(ctx, { name: "Assistant", allowedEndpoints });
  await updateDetection(ctx, id, {
    investigate: true,
    status: "RESOLVED",
    resolution: "ONBOARDED",
    resolvedModelId: modelId,
  });
  clock.nowMs += 2 * 3_600_000;
  const { proxy, sensor } = sameTraffic();
  await send(...proxy);
  await send(...sensor);
  const outside = await detection();
  expect(outside.reopenedFor).toBe("OUTSIDE_ALLOWLIST");
  expect(await result()).toMatchObject({ calls: 40, bytesOut: 50_000 });
  expect(await sources()).toEqual([
    ["proxy", 40, 40_000],
    ["sensor", 10, 50_000],
  ]);
});
