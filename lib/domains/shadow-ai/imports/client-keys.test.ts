import { beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { clientKeyDays, openClientKeys } from "@/lib/domains/shadow-ai/imports/client-keys";
import { pruneTraffic } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const nowMs = Date.parse("2026-11-20T12:00:00.000Z");
const dayMs = 24 * 60 * 60_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
let organisationId: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  organisationId = (await createTestContext(createTestClock(nowMs))).organisation.id;
});

async function rows(): Promise<{ day: string; key: string }[]> {
  const found = await pool().query<{ day: string; key: string }>(
    "SELECT day::text AS day, key FROM shadow_ai_client_keys WHERE organisation_id = $1 ORDER BY day",
    [organisationId],
  );
  return found.rows;
}

test("uses one key per day for concurrent imports, and stores no key in plain text", async () => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => openClientKeys(organisationId, nowMs)));
  const keys = opened.map((keyOf) => Buffer.from(keyOf(dayOf(nowMs))).toString("hex"));
  expect(new Set(keys).size).toBe(1);
  const [keyOf] = opened;
  expect(Buffer.from(keyOf?.(dayOf(nowMs - dayMs)) ?? []).toString("hex")).not.toBe(keys[0]);
  const stored = await rows();
  expect(stored.map(({ day }) => day)).toEqual(
    Array.from({ length: clientKeyDays + 2 }, (_, i) => dayOf(nowMs + (i - clientKeyDays) * dayMs)),
  );
  const secret = Buffer.from(keys[0] ?? "", "hex");
  for (const { key } of stored) {
    expect(key).toMatch(/^v1\./);
    expect(key).not.toContain(secret.toString("base64url"));
  }
});

test("uses a new unstored key per import for a day whose key was destroyed", async () => {
  const old = dayOf(nowMs - 30 * dayMs);
  const [one, other] = [await openClientKeys(organisationId, nowMs), await openClientKeys(organisationId, nowMs)];
  expect(one(old)).toEqual(one(old));
  expect(one(old)).not.toEqual(other(old));
  expect((await rows()).some(({ day }) => day === old)).toBe(false);
});

test("destroys keys five days after their day", async () => {
  const today = dayOf(nowMs);
  const keyOf = await openClientKeys(organisationId, nowMs);
  await pruneTraffic(createTestClock(nowMs + 5 * dayMs));
  expect((await openClientKeys(organisationId, nowMs + dayMs))(today)).toEqual(keyOf(today));
  await pruneTraffic(createTestClock(nowMs + 7 * dayMs));
  expect((await rows()).map(({ day }) => day)).not.toContain(today);
});

test("replaces an unreadable key without blocking the import", async () => {
  const today = dayOf(nowMs);
  await openClientKeys(organisationId, nowMs);
  await pool().query("UPDATE shadow_ai_client_keys SET key = 'v1.00000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'");
  const keyOf = await openClientKeys(organisationId, nowMs);
  expect(keyOf(today)).toHaveLength(32);
  expect((await openClientKeys(organisationId, nowMs))(today)).toEqual(keyOf(today));
});

test("keeps hashes for the documented time", async () => {
  const at = (days: number) => new Date(nowMs - days * dayMs).toISOString();
  for (const days of [35, 38]) {
    await pool().query("INSERT INTO shadow_ai_seen_records VALUES ($1, $2, $3)", [organisationId, days, at(days)]);
  }
  expect(await pruneTraffic(createTestClock(nowMs))).toMatchObject({ shadow_ai_seen_records: 1 });
});
