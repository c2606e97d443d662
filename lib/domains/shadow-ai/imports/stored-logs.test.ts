import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { failStoredLog, importStoredLog, receiveObservations, sweepStoredLogs } from "@/lib/domains/shadow-ai";
import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { getImport, sweepImports } from "@/lib/domains/shadow-ai/imports/imports";
import { readStoredLog } from "@/lib/domains/shadow-ai/imports/read-stored-log";
import { findStoredLog } from "@/lib/domains/shadow-ai/imports/stored-log-store";
import { fileOf } from "@/lib/domains/shadow-ai/imports/stored-logs";
import { SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import { brokenInput, bytesOf, nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { waiting } from "@/lib/domains/webhooks/testing/deliveries";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

const directory = mkdtempSync(join(tmpdir(), "stored-logs-"));
process.env.DATA_DIR = directory;
ownTestDatabase();
let ctx: Context;

afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
});

const counted = 3_000;
const recent = () => nativeLines(counted, {}, Date.now() - 6 * 60 * 60_000);
/** More than 4 MiB, as received. */
const filler = `{"padding":"${"x".repeat(500_000)}"}\n`.repeat(8);
const large = (lines = recent()) => Buffer.from(`${lines.join("\n")}\n${filler}`);
const ndjson = { mediaType: "application/x-ndjson", encoding: null };

async function send(body: AsyncIterable<Uint8Array>, given = ndjson) {
  const { importId, status } = await receiveObservations(ctx, SendObservations.parse({ source: "edge" }), {
    ...given,
    body,
  });
  return { key: { organisationId: ctx.organisation.id, importId }, status };
}

const complete = (key: { organisationId: string; importId: string }) => importStoredLog(key, { read: readStoredLog });
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`governance-evidence-${process.pid}-`));

async function imports(): Promise<number> {
  const { rowCount } = await pool().query("SELECT FROM log_imports WHERE organisation_id = $1", [ctx.organisation.id]);
  return rowCount ?? 0;
}

test("a large log is stored, imported in the background once, and then removed", async () => {
  const { key, status } = await send(bytesOf(large()));
  expect(status).toBe("QUEUED");
  expect(await waiting(ctx.organisation.id, "shadow-ai/import.requested")).toEqual([key]);
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "QUEUED", progressPercent: 0, finishedAt: null });
  expect(await storage().sizeOf(fileOf(key))).toBeGreaterThan(4 * 1024 * 1024);
  expect(temporary()).toEqual([]);
  const seen: number[] = [];
  const read: typeof readStoredLog = (of, onProgress) =>
    readStoredLog(of, (fraction) => {
      seen.push(fraction);
      onProgress(fraction);
    });
  expect(await importStoredLog(key, { read })).toEqual({ state: "ended" });
  expect(seen.at(-1)).toBe(1);
  const lines = counted + 8;
  const figures = { lines, accepted: counted, counted, duplicates: 0, rejected: 8 };
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "DONE", progressPercent: 100, ...figures });
  expect(await storage().sizeOf(fileOf(key))).toBeUndefined();
  expect(await complete(key)).toEqual({ state: "ended" });
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "DONE", ...figures });
});

test("an import continues after its process was stopped, and reports the same numbers", async () => {
  const lines = recent();
  const { key } = await send(bytesOf(large(lines)));
  const found = await findStoredLog(key);
  const begun = { ...key, sourceId: found?.sourceId ?? "", counted: 0, digest: "" };
  const part = brokenInput(lines.slice(0, 1_000), new Error("killed"));
  await importStoredLog(key, { read: () => Promise.resolve(false) });
  const request = { source: "edge", via: "API" as const, begun, inputs: [part], format: "ndjson" as const };
  await expect(importLog(ctx, request)).rejects.toThrow("killed");
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "RUNNING", counted: 1_000 });
  await complete(key);
  const figures = { accepted: counted, counted, duplicates: 0, rejected: 8 };
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "DONE", ...figures });
});

test("the age of a record is calculated from the time at which its log was received", async () => {
  const hour = 60 * 60_000;
  const { key } = await send(bytesOf(large(nativeLines(counted, {}, Date.now() - 74 * hour))));
  await pool().query("UPDATE log_imports SET started_at = started_at - interval '3 hours' WHERE id = $1", [
    key.importId,
  ]);
  await complete(key);
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "DONE", counted, rejected: 8 });
});

test("an interrupted body leaves no import and no file", async () => {
  const broken = async function* () {
    yield* bytesOf(large());
    throw new Error("gone");
  };
  await expect(send(broken())).rejects.toThrow("gone");
  expect(await imports()).toBe(0);
  expect(temporary()).toEqual([]);
});

test("rejects a fifth log of an organisation while four are being received", async () => {
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = async function* () {
    yield* bytesOf(large());
    await gate;
    throw new Error("gone");
  };
  const received = Array.from({ length: 4 }, () => expect(send(slow())).rejects.toThrow("gone"));
  await vi.waitUntil(() => temporary().length === 4);
  await expect(send(bytesOf(large()))).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/being received/),
  });
  end();
  await Promise.all(received);
  expect(temporary()).toEqual([]);
  await send(bytesOf(large()));
});

test("a storage error marks the import as failed", async () => {
  const { putFile } = storage();
  storage().putFile = () => Promise.reject(new Error("the disk is full"));
  await expect(send(bytesOf(large()))).rejects.toThrow("the disk is full");
  storage().putFile = putFile;
  const { rows } = await pool().query("SELECT status, stored_log FROM log_imports WHERE organisation_id = $1", [
    ctx.organisation.id,
  ]);
  expect(rows).toEqual([{ status: "FAILED", stored_log: null }]);
});

describe("a log that cannot be read", () => {
  const noise = randomBytes(4 * 1024 * 1024).toString("base64");
  test.each([
    ["declared as gzip", noise, { mediaType: "text/plain", encoding: "gzip" }, /is not gzip/],
    ["truncated gzip", gzipSync(noise + noise).subarray(0, 5_000_000), ndjson, /is truncated/],
    ["an unknown format", `${noise}\n`, { mediaType: "text/plain", encoding: null }, /format/],
  ])("fails with a reason and is removed: %s", async (_, body, given, reason) => {
    const { key } = await send(bytesOf(Buffer.from(body)), given as typeof ndjson);
    await complete(key);
    const { status, failureReason } = await getImport(ctx, key.importId);
    expect({ status, failureReason }).toEqual({ status: "FAILED", failureReason: expect.stringMatching(reason) });
    expect(await storage().sizeOf(fileOf(key))).toBeUndefined();
  });
});

test("a file that changed is not imported", async () => {
  const { key } = await send(bytesOf(large()));
  await pool().query(`UPDATE log_imports SET stored_log = stored_log || '{"digest":"0"}' WHERE id = $1`, [
    key.importId,
  ]);
  await expect(complete(key)).rejects.toThrow("not as it was received");
  await failStoredLog(key, systemClock);
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "FAILED" });
  expect(await storage().sizeOf(fileOf(key))).toBeUndefined();
});

test("the sweep requests lost imports again, ends those that were lost too often, and removes leftover files", async () => {
  const later = { now: () => Date.now() + 11 * 60_000 };
  const { key } = await send(bytesOf(large()));
  const requested = async () => (await waiting(ctx.organisation.id, "shadow-ai/import.requested")).length;
  expect(await requested()).toBe(1);
  await sweepStoredLogs(later);
  expect(await requested()).toBe(2);
  expect(await sweepImports(later)).toBe(0);
  await pool().query("UPDATE log_imports SET status = 'RUNNING', requests = 12, heartbeat_at = now() WHERE id = $1", [
    key.importId,
  ]);
  await sweepStoredLogs(later);
  expect(await getImport(ctx, key.importId)).toMatchObject({ status: "FAILED" });

  const { key: other } = await send(bytesOf(large()));
  await readStoredLog(other, () => undefined);
  expect(await storage().sizeOf(fileOf(other))).toBeGreaterThan(0);
  const { remove } = storage();
  storage().remove = () => Promise.reject(new Error("not permitted"));
  await sweepStoredLogs(systemClock);
  storage().remove = remove;
  expect(await storage().sizeOf(fileOf(other))).toBeGreaterThan(0);
  await sweepStoredLogs(systemClock);
  expect(await storage().sizeOf(fileOf(other))).toBeUndefined();
});

test("rejects a log if 20 are waiting", async () => {
  const { key } = await send(bytesOf(large()));
  await pool().query(
    `INSERT INTO log_imports (id, organisation_id, source_id, via, status, stored_log, started_at)
     SELECT id || n, organisation_id, source_id, via, status, stored_log, started_at
     FROM log_imports, generate_series(1, 19) n WHERE id = $1`,
    [key.importId],
  );
  await expect(send(bytesOf(large()))).rejects.toMatchObject({ code: "unavailable" });
  expect(await imports()).toBe(20);
});
