import { gzipSync } from "node:zlib";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { importLog, sweepImports, updateSettings } from "@/lib/domains/shadow-ai";
import { getImport, listSources } from "@/lib/domains/shadow-ai/imports/imports";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import {
  brokenInput,
  bytesOf,
  inputOf,
  logStartMs,
  nativeLine,
  nativeLines,
} from "@/lib/domains/shadow-ai/testing/logs";
import { waiting } from "@/lib/domains/webhooks/testing/deliveries";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

/** Each test has its own organisation. */
async function tenant(): Promise<Context> {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
  return ctx;
}

function send(lines: string[], given: Partial<Parameters<typeof importLog>[1]> = {}): Promise<ImportReport> {
  return importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(lines)], ...given });
}

/** Calls in uses, days and buckets, which must be equal. */
/** `units`: the days of all uses that share a detection, which are also stored merged. */
async function callsStored(): Promise<Record<"uses" | "days" | "units" | "buckets" | "seen", number>> {
  const sum = async (table: string, column = "fingerprint") => {
    const { rows } = await pool().query<{ calls: number }>(
      `SELECT coalesce(sum((stats->>'calls')::int), 0)::int AS calls FROM ${table} WHERE organisation_id = $1
         AND fingerprint IN (SELECT ${column} FROM shadow_ai_uses WHERE organisation_id = $1)`,
      [ctx.organisation.id],
    );
    return rows[0]?.calls ?? 0;
  };
  const { rowCount } = await pool().query("SELECT FROM shadow_ai_seen_records WHERE organisation_id = $1", [
    ctx.organisation.id,
  ]);
  return {
    uses: await sum("shadow_ai_uses"),
    days: await sum("shadow_ai_days"),
    units: await sum("shadow_ai_days", "unit"),
    buckets: await sum("shadow_ai_buckets"),
    seen: rowCount ?? 0,
  };
}

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Traffic that does not resemble a model. */
const noModel = { host: "intranet.example.com", url: "/", userAgent: null, method: "GET", bytesOut: 80, durationMs: 3 };

/** Selected columns of the organisation's newest import. */
async function lastImport(columns: string): Promise<unknown> {
  const { rows } = await pool().query(
    `SELECT ${columns} FROM log_imports WHERE organisation_id = $1 ORDER BY id DESC LIMIT 1`,
    [ctx.organisation.id],
  );
  return rows[0];
}

const everywhere = (calls: number) => ({ uses: calls, days: calls, units: calls, buckets: calls, seen: calls });

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

describe("counting", () => {
  test("counts a log by use, day and five-minute bucket", async () => {
    await tenant();
    const report = await send(nativeLines(600));
    expect(report).toEqual({
      importId: expect.stringMatching(/^imp_/),
      status: "DONE",
      format: "ndjson",
      lines: 600,
      accepted: 600,
      counted: 600,
      duplicates: 0,
      rejected: 0,
      errors: [],
      skipped: [],
      warning: null,
    });
    expect(await callsStored()).toEqual(everywhere(600));
    expect(await waiting(ctx.organisation.id, "shadow-ai/traffic.added")).toHaveLength(1);
  });

  test("counts a repeated log once, regardless of source and compression", async () => {
    await tenant();
    const lines = [...nativeLines(50), ...nativeLines(50, noModel)];
    expect(await send(lines)).toMatchObject({ accepted: 100, duplicates: 0 });
    expect(await send(lines)).toMatchObject({ accepted: 0, duplicates: 100 });
    const packed = gzipSync(lines.map((line) => `${line}\n`).join(""));
    const other = await importLog(ctx, {
      source: "another",
      via: "COMMAND_LINE",
      inputs: [{ name: "log.gz", bytes: bytesOf(packed) }],
    });
    expect(other).toMatchObject({ duplicates: 50 });
    expect(await callsStored()).toEqual(everywhere(50));
  });

  test("counts overlapping records of two logs once", async () => {
    await tenant();
    const lines = nativeLines(90);
    expect(await send(lines.slice(0, 60))).toMatchObject({ accepted: 60, duplicates: 0 });
    expect(await send(lines.slice(30))).toMatchObject({ accepted: 30, duplicates: 30 });
    expect(await callsStored()).toEqual(everywhere(90));
  });

  test("counts identical lines of a log as often as they occur, and a repeated log once", async () => {
    await tenant();
    const lines = [nativeLine(), nativeLine(), ...nativeLines(3), nativeLine()];
    expect(await send(lines)).toMatchObject({ accepted: 6, duplicates: 0 });
    expect(await send(lines)).toMatchObject({ accepted: 0, duplicates: 6 });
    expect(await send([...lines, nativeLine()])).toMatchObject({ accepted: 1, duplicates: 6 });
    const inputs = [inputOf(lines, "one"), inputOf(lines, "two")];
    expect(await send([], { inputs })).toMatchObject({ accepted: 0, duplicates: 12 });
    expect(await callsStored()).toEqual(everywhere(7));
  });

  test("counts concurrent uploads of the same log once", async () => {
    await tenant();
    const lines = nativeLines(300);
    const reports = await Promise.all([send(lines), send(lines.toReversed())]);
    expect(reports.map(({ accepted, duplicates }) => accepted + duplicates)).toEqual([300, 300]);
    expect(reports.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(300);
    expect(await callsStored()).toEqual(everywhere(300));
  });

  test("marks an interrupted import as failed and counts only the missing records on retry", async () => {
    await tenant();
    const lines = nativeLines(200);
    const input = brokenInput(lines.slice(0, 120), new Error("the disk is gone"));
    await expect(send([], { inputs: [input] })).rejects.toThrow("the disk is gone");
    expect(await lastImport("status, failure_reason, accepted::int")).toEqual({
      status: "FAILED",
      failure_reason: "The log could not be read completely because of an internal error. Send it again.",
      accepted: 120,
    });
    expect(await callsStored()).toEqual(everywhere(120));
    expect(await send(lines)).toMatchObject({ accepted: 80, duplicates: 120 });
    expect(await callsStored()).toEqual(everywhere(200));
  });

  test("counts nothing of a failed transaction, and everything after a retry", async () => {
    await tenant();
    const lines = nativeLines(100);
    await asOwner("ALTER TABLE shadow_ai_buckets ADD CONSTRAINT refuse CHECK (false) NOT VALID");
    try {
      await expect(send(lines)).rejects.toThrow();
      expect(await callsStored()).toEqual(everywhere(0));
    } finally {
      await asOwner("ALTER TABLE shadow_ai_buckets DROP CONSTRAINT refuse");
    }
    expect(await send(lines)).toMatchObject({ accepted: 100, duplicates: 0 });
    expect(await callsStored()).toEqual(everywhere(100));
  });
});

describe("record times", () => {
  const at = (ms: number) => ({ at: new Date(ms).toISOString() });

  test("rejects records that are too old or in the future, and accepts the others", async () => {
    await tenant();
    const now = clock.nowMs;
    const hour = 3_600_000;
    const report = await send([
      nativeLine(at(now - 72 * hour + 1000)),
      nativeLine(at(now - 72 * hour - 1000)),
      nativeLine(at(now + 4 * 60_000)),
      nativeLine(at(now + 6 * 60_000)),
      "no line of ours",
    ]);
    expect(report).toMatchObject({ accepted: 2, rejected: 3 });
    expect(report.errors.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(report.errors[0]?.message).toBe("The record is older than 72 hours. Send old records as backfill.");
    expect(report.errors[1]?.message).toContain("in the future");
    expect(await callsStored()).toEqual(everywhere(2));
  });

  test("accepts older records as backfill, counts them once and keeps them for the retention period", async () => {
    await tenant();
    const day = 86_400_000;
    const lines = [nativeLine(at(clock.nowMs - 399 * day)), nativeLine(at(clock.nowMs - 401 * day))];
    expect(await send(lines, { backfill: true })).toMatchObject({ accepted: 1, rejected: 1 });
    expect(await send(lines, { backfill: true })).toMatchObject({ accepted: 0, duplicates: 1, rejected: 1 });
    const { rows } = await pool().query(
      "SELECT seen_on::text AS day FROM shadow_ai_seen_records WHERE organisation_id = $1",
      [ctx.organisation.id],
    );
    expect(rows).toEqual([{ day: "2027-11-20" }]);
    expect(await callsStored()).toEqual(everywhere(1));
  });

  test("uses the maximum record age of the settings", async () => {
    await tenant();
    await updateSettings(ctx, { ...defaultSettings, maxLatenessHours: 1 });
    const lines = [nativeLine(at(clock.nowMs - 3_500_000)), nativeLine(at(clock.nowMs - 3_700_000))];
    expect(await send(lines)).toMatchObject({ accepted: 1, rejected: 1 });
  });
});

describe("privacy", () => {
  test("stores no address, query string, user or secret of the log", async () => {
    await tenant();
    const addresses = ["10.20.30.40", "192.168.7.8", "2001:db8:1:2:3:4:5:6"];
    await updateSettings(ctx, {
      ...defaultSettings,
      departments: [{ name: "Risk", ranges: ["192.168.0.0/16"], sensitivity: 5 }],
    });
    const lines = addresses.flatMap((client, i) => nativeLines(20, { client }, logStartMs + i * 60_000));
    lines.push(
      nativeLine({
        host: "unknown-model.example.net",
        url: "/v1/chat/completions?prompt=the-merger",
        at: "2026-11-20T10:00:00Z",
      }),
    );
    lines.push(
      nativeLine({
        client: "10.20.30.40",
        host: "10.20.30.41",
        port: 11434,
        url: "/api/generate?x=the-merger",
        at: "2026-11-20T10:00:01Z",
      }),
    );
    lines.push('{"client":"10.20.30.40","oops":');
    const report = await send(lines);
    expect(report).toMatchObject({ accepted: 62, rejected: 1 });
    const text = await everythingStored();
    expect(text).toContain("api.openai.com");
    expect(text).toContain("10.20.30.x");
    expect(text).toContain("Risk");
    const kept = [...addresses, "10.20.30.41", "j.smith", "hunter2", "sk-secret", "the-merger", "key=", "?"];
    expect(kept.filter((word) => text.includes(word))).toEqual([]);
    expect(text.match(/\b(?:10|192)\.\d+\.\d+\.\d+\b/g) ?? []).toEqual(
      // The range from the organisation's own settings.
      text.match(/192\.168\.0\.0/g) ?? [],
    );
    expect(report.errors[0]?.message).not.toContain("10.20.30.40");
  });

  /** All rows of all tables of the organisation, as text. */
  async function everythingStored(): Promise<string> {
    const { rows: tables } = await pool().query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'organisation_id'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool().query<{ row: string }>(
        `SELECT to_jsonb(stored)::text AS row FROM ${name} stored WHERE organisation_id = $1`,
        [ctx.organisation.id],
      );
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  }
});

describe("unreadable logs", () => {
  test("rejects a log of unknown format with the list of formats, and stores the import as failed", async () => {
    await tenant();
    const error = await refusal(send(["lorem ipsum dolor", "sit amet"]));
    expect(error).toMatchObject({ code: "validation_failed", details: [{ path: "format" }] });
    expect(error.message).toContain("zeek, squid, combined, suricata, csv");
    const failed = await getImport(ctx, String(error.members?.importId));
    expect(failed).toMatchObject({ status: "FAILED", via: "API", source: "proxy", accepted: 0 });
    expect(failed.failureReason).not.toContain("lorem");
    const warning = expect.stringMatching(/^The last import failed: ./);
    expect((await listSources(ctx, { limit: 10 })).data).toMatchObject([{ name: "proxy", warning }]);
  });

  test("rejects a truncated compressed log after counting its complete lines", async () => {
    await tenant();
    const packed = gzipSync(nativeLines(3_000).join("\n"));
    const inputs = [{ name: "log.gz", bytes: bytesOf(packed.subarray(0, -20)) }];
    const error = await refusal(send([], { inputs, format: "ndjson" }));
    expect(error).toMatchObject({ code: "validation_failed", details: [{ path: "body" }] });
    const failed = await getImport(ctx, String(error.members?.importId));
    expect(failed.status).toBe("FAILED");
    expect(failed.accepted).toBeGreaterThan(0);
    expect((await callsStored()).uses).toBe(failed.accepted);
  });

  test("accepts an empty log", async () => {
    await tenant();
    expect(await send([])).toMatchObject({ format: null, accepted: 0, duplicates: 0, rejected: 0 });
  });
});

describe("log sources", () => {
  test("show their newest record, its age and the number of rejected lines", async () => {
    await tenant();
    await send([...nativeLines(3), "{"]);
    clock.nowMs += 1;
    await send([nativeLine({ at: "2026-11-20T11:59:00Z" })], { source: "other" });
    clock.nowMs += 59_999;
    const { data } = await listSources(ctx, { limit: 10 });
    expect(data).toMatchObject([
      { name: "other", lagSeconds: 120, errorRate: 0, records: 1, lastRecordAt: "2026-11-20T11:59:00.000Z" },
      { name: "proxy", format: "ndjson", via: "API", records: 3, rejected: 1, errorRate: 0.25 },
    ]);
  });

  test("stores the outcome of every line, and warns about a source without records until it has some", async () => {
    await tenant();
    const flow = "2 123456789012 eni-1 10.20.30.40 160.79.104.10 49761 443 6 20 4249 1795342500 1795342510 ACCEPT OK";
    const fields =
      "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status";
    const silent = [fields, flow.replace(" 443 6 ", " 53 17 "), flow.replace(" 443 6 ", " 0 1 "), "2 1 eni"];
    const reported = await send(silent, { backfill: true });
    const skipped = ["EMPTY", "OTHER_PROTOCOL", "RESOLVER_TRAFFIC"].map((reason) => ({ reason, lines: 1 }));
    const warning = expect.stringContaining("none of its lines produced a record");
    expect(reported).toMatchObject({ lines: 4, accepted: 0, rejected: 1, skipped, warning });
    expect(await getImport(ctx, reported.importId)).toMatchObject({ skipped, warning, counted: 0 });
    expect((await listSources(ctx, { limit: 10 })).data).toMatchObject([{ warning }]);
    await send([...nativeLines(2), ""]);
    expect((await listSources(ctx, { limit: 10 })).data).toMatchObject([{ warning: null }]);
  });

  test("do not claim outcomes of imports by versions that did not count them", async () => {
    await tenant();
    const { importId } = await send([...nativeLines(1), ""]);
    await asOwner(`UPDATE log_imports SET skipped = NULL WHERE id = '${importId}'`);
    expect(await getImport(ctx, importId)).toMatchObject({ skipped: null, warning: null });
  });

  test("marks an import as failed after its process was killed, but not while it is alive", async () => {
    await tenant();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* bytes() {
      yield* inputOf(nativeLines(2)).bytes;
      await held;
    }
    const running = send([], { inputs: [{ name: "slow", bytes: bytes() }] });
    const stateOf = () => lastImport("status");
    await expect.poll(stateOf).toEqual({ status: "RUNNING" });
    expect(await sweepImports(clock)).toBe(0);
    clock.nowMs += 6 * 60_000;
    expect(await sweepImports(clock)).toBe(1);
    expect(await stateOf()).toEqual({ status: "FAILED" });
    release();
    // The worker was still alive, so its final result applies.
    expect(await running).toMatchObject({ accepted: 2 });
    expect(await stateOf()).toEqual({ status: "DONE" });
  });
});

test("counts thousands of distinct hosts that resemble models in parts", { tags: "full" }, async () => {
  await tenant();
  const lines = Array.from({ length: 4_500 }, (_, i) => nativeLine({ host: `h${i}.example${i}.com` }));
  expect(await send(lines)).toMatchObject({ accepted: 4_500, rejected: 0 });
  expect(await callsStored()).toEqual(everywhere(4_500));
});

test("limits the number of unknown hosts per log, and reports it", async () => {
  await tenant();
  const streamed = { url: undefined, userAgent: undefined, bytesOut: 4_200, bytesIn: 46_000, durationMs: 14_000 };
  const lines = Array.from({ length: 5 }, (_, n) => nativeLine({ ...streamed, host: `h${n}.example-${n}.net` }));
  const known = nativeLines(2);
  const report = await send([...lines, ...known, ...lines.slice(0, 1)], { limits: { candidates: 3 } });
  expect(report).toMatchObject({ accepted: 6, duplicates: 0, skipped: [{ reason: "TOO_MANY_HOSTS", lines: 2 }] });
  expect(report.errors).toEqual([
    { line: 4, message: expect.stringContaining("than can be analysed") },
    { line: 5, message: expect.stringContaining("than can be analysed") },
  ]);
  expect(await callsStored()).toMatchObject({ uses: 6, seen: 6 });
});
