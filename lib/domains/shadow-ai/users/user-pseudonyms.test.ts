import { beforeAll, describe, expect, test } from "vitest";
import { listEvents, verifyChain } from "@/lib/domains/audit-chain";
import { placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { registerModel } from "@/lib/domains/models";
import {
  getDetection,
  getUserPseudonyms,
  reencryptUserKeys,
  requestIdentification,
  sweepUserPseudonyms,
  updateDetection,
  updateUserPseudonyms,
} from "@/lib/domains/shadow-ai";
import { eventsAbout, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { createFirm, everythingStored, type Firm, importUsers, userDays } from "@/lib/domains/shadow-ai/testing/users";
import { openUserKey } from "@/lib/domains/shadow-ai/users/user-keys";
import { addToUserDays } from "@/lib/domains/shadow-ai/users/user-store";
import { deleteOldTraffic } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import { newId } from "@/lib/platform/core/ids";
import { type Role, roles, scopes } from "@/lib/platform/core/roles";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const hour = (firm: Firm) => {
  firm.clock.nowMs += 3_600_000;
};

async function keyRow({ ctx }: Firm): Promise<string | undefined> {
  const { rows } = await pool().query<{ key: string }>(
    "SELECT key FROM shadow_ai_user_keys WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  return rows[0]?.key;
}

test("user pseudonyms are disabled by default, and user names are dropped", async () => {
  const firm = await createFirm({ enabled: false });
  expect(await getUserPseudonyms(firm.ctx)).toEqual({ enabled: false, enabledAt: null });
  const detection = await importUsers(firm, ["canary.jones", "canary.smith"]);
  expect([detection.details.estimatedCallVolume, detection.users]).toEqual([2, null]);
  expect(await userDays(firm)).toBe(0);
  expect(await everythingStored()).not.toContain("canary");
});

test("counts the users of a detection, and sums the traffic of each pseudonym", async () => {
  const firm = await createFirm();
  await importUsers(firm, ["canary.jones", "CANARY.Jones", "canary.smith", null], { daysAgo: 1 });
  const { users, details } = await importUsers(firm, ["canary.jones", "-"]);
  expect(details.estimatedCallVolume).toBe(6);
  expect(users?.count).toBe(2);
  const [first, second] = users?.pseudonyms ?? [];
  expect(first).toMatchObject({ requests: 3, bytesOut: 3_000, bytesIn: 6_000 });
  expect(first).toMatchObject({ firstDay: "2026-11-19", lastDay: "2026-11-20" });
  expect(second).toMatchObject({ requests: 1, bytesOut: 1_000 });
  expect(await userDays(firm)).toBe(3);
  expect(await everythingStored()).not.toContain("canary");
});

test("returns days and rounded bytes of a user, only for the last 30 days", async () => {
  const firm = await createFirm();
  const { id } = await importUsers(firm, ["ada"]);
  const ofFirm = "FROM shadow_ai_user_days WHERE organisation_id = $1";
  const read = async (column: string) =>
    (await pool().query<{ value: string }>(`SELECT ${column} AS value ${ofFirm}`, [firm.ctx.organisation.id])).rows[0]
      ?.value ?? "";
  const fingerprint = await read("fingerprint");
  const atMs = firm.clock.nowMs;
  const user = "user_7f3a9c0e51b2d486";
  const add = (day: string, bytes: number) =>
    inTransaction(undefined, (tx) =>
      addToUserDays(tx, firm.ctx.organisation.id, [
        { fingerprint, day, user, requests: 9, bytesOut: bytes, bytesIn: bytes, firstAtMs: atMs, lastAtMs: atMs },
      ]),
    );
  const shown = async () => (await getDetection(firm.analyst, id)).detection.users?.pseudonyms[0];
  await add("2026-11-20", 48_120_331);
  await add("2026-10-21", 1_000_000_000);
  const days = { firstDay: "2026-11-20", lastDay: "2026-11-20" };
  const bytes = { bytesOut: 48_000_000, bytesIn: 48_000_000 };
  expect(await shown()).toEqual({ pseudonym: user, requests: 9, ...bytes, ...days });
  await add("2026-11-20", Number.MAX_SAFE_INTEGER);
  await add("2026-11-19", Number.MAX_SAFE_INTEGER);
  expect(await shown()).toMatchObject({ requests: 27, bytesOut: 9e15, bytesIn: 9e15 });
  expect(await read("max(bytes_out)::text")).toBe(String(Number.MAX_SAFE_INTEGER));
});

test("lists at most 100 pseudonyms, but counts all users", async () => {
  const firm = await createFirm();
  const names = Array.from({ length: 130 }, (_, n) => `user-${n}`);
  const { users } = await importUsers(firm, [...names, "user-7"]);
  expect([users?.count, users?.pseudonyms.length, users?.pseudonyms[0]?.requests]).toEqual([130, 100, 2]);
});

test("the same name has different pseudonyms in two organisations, and after the key is changed", async () => {
  const [one, other] = [await createFirm(), await createFirm()];
  const pseudonymIn = async (firm: Firm) => (await importUsers(firm, ["ada"])).users?.pseudonyms[0]?.pseudonym;
  const first = await pseudonymIn(one);
  expect(first).toMatch(/^user_[0-9a-f]{16}$/);
  expect(await pseudonymIn(other)).not.toBe(first);
  await updateUserPseudonyms(one.admin, { enabled: false });
  hour(one);
  await updateUserPseudonyms(one.admin, { enabled: true });
  expect(await pseudonymIn(one)).not.toBe(first);
});

test("logs that members upload get no pseudonyms", async () => {
  const firm = await createFirm();
  const { users } = await importUsers(firm, ["ada"], { via: "DASHBOARD" });
  expect(users).toEqual({ count: 0, pseudonyms: [] });
});

const viewers: readonly Role[] = ["ANALYST", "APPROVER"];

test.each(roles)("a member with the role %s can view pseudonyms only if the role allows it", async (role) => {
  const firm = await createFirm();
  const { id } = await importUsers(firm, ["ada"]);
  const { detection } = await getDetection(personIn(firm.ctx, role), id);
  expect(detection.users?.count ?? null).toBe(viewers.includes(role) ? 1 : null);
});

test("API keys cannot view pseudonyms", async () => {
  const firm = await createFirm();
  const { id } = await importUsers(firm, ["ada"]);
  const key = {
    ...firm.ctx,
    actor: { kind: "api-key" as const, id: newId("apiKey"), name: "SIEM" },
    scopes: new Set(scopes),
  };
  expect((await getDetection(key, id)).detection.users).toBeNull();
});

test("a detection outside the allow list counts only the users of its own traffic", async () => {
  const firm = await createFirm();
  const { id } = await importUsers(firm, ["ada"]);
  const model = await registerModel(firm.ctx, { name: "Assistant" });
  await updateDetection(firm.analyst, id, { status: "INVESTIGATING" });
  const onboarded = { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: model.id } as const;
  await updateDetection(firm.analyst, id, onboarded);
  firm.clock.nowMs += 6 * 3_600_000;
  const later = await importUsers(firm, ["ben"]);
  expect([later.id === id, later.reopenedFor, later.users?.count]).toEqual([false, "OUTSIDE_ALLOWLIST", 1]);
  expect((await getDetection(firm.analyst, id)).detection.users?.count).toBe(2);
});

describe("disabling", () => {
  test("deletes the key and all pseudonyms, and records both changes on the chain", async () => {
    const firm = await createFirm();
    const { id, users } = await importUsers(firm, ["ada"]);
    const pseudonym = users?.pseudonyms[0]?.pseudonym ?? "";
    await requestIdentification(firm.analyst, { detectionId: id, pseudonym, reason: "A case." });
    expect(await everythingStored()).toContain(pseudonym);
    expect(await updateUserPseudonyms(firm.admin, { enabled: false })).toEqual({ enabled: false, enabledAt: null });
    expect([await keyRow(firm), await userDays(firm)]).toEqual([undefined, 0]);
    expect(await everythingStored()).not.toContain(pseudonym);
    expect((await getDetection(firm.analyst, id)).detection.users).toBeNull();
    const kinds = (await listEvents(firm.ctx, { limit: 100 })).data.flatMap(({ payload }) =>
      payload?.kind === "SHADOW_AI_USER_PSEUDONYMS" ? [payload.enabled] : [],
    );
    expect(kinds).toEqual([false, true]);
    expect(await verifyChain(firm.ctx, { mode: "full" })).toMatchObject({ status: "ok", findingsTotal: 0 });
  });

  test("an unchanged value changes nothing and records no event", async () => {
    const firm = await createFirm();
    const key = await keyRow(firm);
    const before = (await listEvents(firm.ctx, { limit: 1 })).pagination.total;
    await updateUserPseudonyms(firm.admin, { enabled: true });
    expect(await keyRow(firm)).toBe(key);
    expect((await listEvents(firm.ctx, { limit: 1 })).pagination.total).toBe(before);
  });

  test("keeps other organisations' pseudonyms, and the sweep deletes only those without a key", async () => {
    const [one, other] = [await createFirm(), await createFirm()];
    for (const firm of [one, other]) await importUsers(firm, ["ada", "ben"]);
    await pool().query("DELETE FROM shadow_ai_user_keys WHERE organisation_id = $1", [one.ctx.organisation.id]);
    expect(await updateUserPseudonyms(one.admin, { enabled: true }).catch((error: unknown) => error)).toMatchObject({
      code: "conflict",
    });
    expect(await sweepUserPseudonyms()).toBe(2);
    expect([await userDays(one), await userDays(other)]).toEqual([0, 2]);
  });

  test("is rejected while a legal hold covers pseudonyms", async () => {
    const firm = await createFirm();
    await importUsers(firm, ["ada"]);
    const day = (text: string) => `2026-11-${text}T00:00:00.000Z`;
    const hold = { name: "A matter", reason: "A trial." };
    await placeHold(firm.ctx, { ...hold, dateRange: { from: day("01"), to: day("02") } });
    const { id } = await placeHold(firm.ctx, { ...hold, dateRange: { from: day("20"), to: day("21") } });
    await expect(updateUserPseudonyms(firm.admin, { enabled: false })).rejects.toMatchObject({ code: "legal_hold" });
    expect(await userDays(firm)).toBe(1);
    await releaseHold(firm.ctx, id, { reason: "Settled." });
    expect(await updateUserPseudonyms(firm.admin, { enabled: false })).toMatchObject({ enabled: false });
  });
});

test("disabling is rejected while a legal hold covers only the pseudonym of a request", async () => {
  const firm = await createFirm();
  const { id, users } = await importUsers(firm, ["ada"], { daysAgo: 3 });
  const pseudonym = users?.pseudonyms[0]?.pseudonym ?? "";
  const dateRange = { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" };
  await placeHold(firm.ctx, { name: "A matter", reason: "A trial.", dateRange });
  await requestIdentification(firm.analyst, { detectionId: id, pseudonym, reason: "A case." });
  await expect(updateUserPseudonyms(firm.admin, { enabled: false })).rejects.toMatchObject({ code: "legal_hold" });
});

test("retention deletes pseudonyms with the traffic, and those in old requests", async () => {
  const firm = await createFirm();
  await importUsers(firm, ["ada"], { daysAgo: 60 });
  const { id, users } = await importUsers(firm, ["ben"]);
  const pseudonym = users?.pseudonyms.at(-1)?.pseudonym ?? "";
  await requestIdentification(firm.analyst, { detectionId: id, pseudonym, reason: "A case." });
  const organisationId = firm.ctx.organisation.id;
  const remove = (days: number) =>
    inTransaction(undefined, (tx) =>
      deleteOldTraffic(tx, organisationId, {
        before: new Date(firm.clock.nowMs - days * 86_400_000),
        kept: [],
        take: 1_000,
      }),
    );
  await remove(35);
  expect(await userDays(firm)).toBe(1);
  expect((await getDetection(firm.analyst, id)).detection.users?.count).toBe(1);
  await remove(-1);
  expect(await everythingStored()).not.toContain(pseudonym);
  expect((await eventsAbout(firm.ctx, id)).at(-1)?.payload?.kind).toBe("SHADOW_AI_IDENTIFICATION_REQUESTED");
  expect(await verifyChain(firm.ctx, { mode: "full" })).toMatchObject({ status: "ok", findingsTotal: 0 });
});

test("keys are encrypted, and re-encrypted under a new encryption key", async () => {
  const keyOf = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
  const restartWith = (...[current = "", ...retired]: string[]) => {
    process.env.ENCRYPTION_KEY = keyOf(current);
    process.env.ENCRYPTION_KEYS_RETIRED = retired.map(keyOf).join();
    forgetSingletons("env");
  };
  await pool().query("DELETE FROM shadow_ai_user_keys");
  restartWith("a");
  const firm = await createFirm();
  const organisationId = firm.ctx.organisation.id;
  const before = await openUserKey(undefined, organisationId);
  restartWith("b", "a");
  expect(await reencryptUserKeys(() => {})).toMatchObject({ seen: 1, changed: 1, failed: [] });
  expect(await reencryptUserKeys(() => {})).toMatchObject({ seen: 1, changed: 0 });
  restartWith("b");
  expect(await openUserKey(undefined, organisationId)).toEqual(before);
  expect(await keyRow(firm)).not.toContain(Buffer.from(before?.key ?? []).toString("base64"));
  // Logs are imported even if the key is lost.
  await pool().query("UPDATE shadow_ai_user_keys SET key = 'lost' WHERE organisation_id = $1", [organisationId]);
  expect(await openUserKey(undefined, organisationId)).toBeUndefined();
  expect((await importUsers(firm, ["ada"])).users?.count).toBe(0);
});
