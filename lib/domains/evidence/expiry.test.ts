import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openDownload, renewDownloadUrl } from "@/lib/domains/evidence/download";
import { expirePackages, publishExpiredUrls } from "@/lib/domains/evidence/expire-packages";
import { getPackage, listPackages } from "@/lib/domains/evidence/packages";
import {
  createRequester,
  dayMs,
  issuePackage,
  packageEvents,
  type Requester,
  temporaryDirectory,
  withoutChain,
} from "@/lib/domains/evidence/testing/packages";
import { placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { insertListener, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

const directory = temporaryDirectory();
process.env.DATA_DIR = directory;
process.env.LOG_LEVEL = "silent";
const database = ownTestDatabase();

let requester: Requester;

beforeEach(async () => {
  // Sweeps cover all organisations, so this expires the packages of earlier tests.
  const end = { now: () => Date.parse("2100-01-01T00:00:00.000Z") };
  while ((await expirePackages(end)) > 0);
  requester = await createRequester();
  await insertListener(requester.organisationId, { events: ["evidence.expired"] });
});

/** Advances the requester's clock. */
function pass(ms: number): void {
  requester.clock.nowMs += ms;
}

async function notifications(): Promise<{ sourceKey: string; data: unknown; created: number }[]> {
  const published = await publishedTo(requester.organisationId);
  return published.map(({ sourceKey, envelope: { data, created } }) => ({ sourceKey, data, created }));
}

async function row(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool().query("SELECT * FROM evidence_packages WHERE id = $1", [id]);
  return rows[0] as Record<string, unknown>;
}

function hasFile(storageKey: string): boolean {
  return existsSync(join(directory, "files", storageKey));
}

describe("an expired download URL", () => {
  test("triggers one notification, despite concurrent and later sweeps", async () => {
    const { id } = await issuePackage(requester);
    pass(dayMs - 1);
    await publishExpiredUrls(requester.clock);
    expect(await notifications()).toEqual([]);
    pass(1);
    const counts = await Promise.all(Array.from({ length: 5 }, () => publishExpiredUrls(requester.clock)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    pass(dayMs);
    expect(await publishExpiredUrls(requester.clock)).toBe(0);
    const data = {
      id,
      modelId: requester.modelId,
      framework: "EU_AI_ACT_ANNEX_IV",
      downloadUrlExpiresAt: "2026-11-21T10:00:00.000Z",
    };
    const sourceKey = `evidence.expired ${id} 2026-11-21T10:00:00.000Z`;
    expect(await notifications()).toEqual([
      { sourceKey, data, created: Date.parse("2026-11-21T10:00:00.000Z") / 1000 },
    ]);
    expect(await getPackage(requester.ctx, id)).toMatchObject({
      status: "READY",
      downloadUrl: null,
      downloadUrlExpiresAt: "2026-11-21T10:00:00.000Z",
    });
  });

  test("triggers no notification if a new URL was issued in time, and one for each later URL", async () => {
    const { id } = await issuePackage(requester);
    pass(dayMs / 2);
    await renewDownloadUrl(requester.ctx, id);
    pass(dayMs / 2);
    await publishExpiredUrls(requester.clock);
    expect(await notifications()).toEqual([]);
    pass(dayMs / 2);
    await publishExpiredUrls(requester.clock);
    expect(await notifications()).toHaveLength(1);
    await renewDownloadUrl(requester.ctx, id);
    await publishExpiredUrls(requester.clock);
    expect(await notifications()).toHaveLength(1);
    pass(dayMs);
    await publishExpiredUrls(requester.clock);
    await publishExpiredUrls(requester.clock);
    expect(await notifications()).toHaveLength(2);
  });
});

describe("a package at its expiry date", () => {
  test("becomes EXPIRED, loses its file and is recorded on the chain once", async () => {
    const { id, result } = await issuePackage(requester);
    pass(365 * dayMs - 1);
    expect(await expirePackages(requester.clock)).toBe(0);
    expect(hasFile(result.storageKey)).toBe(true);
    pass(1);
    const counts = await Promise.all(Array.from({ length: 4 }, () => expirePackages(requester.clock)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(hasFile(result.storageKey)).toBe(false);
    expect(await row(id)).toMatchObject({ status: "EXPIRED", storage_key: null, package_hash: result.packageHash });
    expect(await getPackage(requester.ctx, id)).toMatchObject({ status: "EXPIRED", downloadUrl: null });
    const events = await packageEvents(requester.organisationId);
    expect(events.map(({ kind }) => kind)).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY", "EVIDENCE_EXPIRED"]);
    expect(events.at(-1)).toMatchObject({ packageId: id, packageHash: result.packageHash });
  });

  test("revokes its download URL and sends a notification", async () => {
    const { id } = await issuePackage(requester);
    pass(364 * dayMs);
    await publishExpiredUrls(requester.clock);
    await renewDownloadUrl(requester.ctx, id);
    pass(dayMs);
    await expirePackages(requester.clock);
    await publishExpiredUrls(requester.clock);
    expect((await notifications()).map(({ sourceKey }) => sourceKey)).toEqual([
      `evidence.expired ${id} 2026-11-21T10:00:00.000Z`,
      `evidence.expired ${id} 2027-11-20T10:00:00.000Z`,
    ]);
  });

  test("is EXPIRED in every response after an interrupted sweep, and the next sweep completes the expiry", async () => {
    const { id, result } = await issuePackage(requester);
    pass(365 * dayMs);
    const restore = await withoutChain(database.ownerUrl);
    expect(await expirePackages(requester.clock)).toBe(0);
    await restore();
    expect(hasFile(result.storageKey)).toBe(false);
    expect(await row(id)).toMatchObject({ status: "READY" });
    expect(await getPackage(requester.ctx, id)).toMatchObject({ status: "EXPIRED", downloadUrl: null });
    expect(await expirePackages(requester.clock)).toBe(1);
    expect(hasFile(result.storageKey)).toBe(false);
    expect(await row(id)).toMatchObject({ status: "EXPIRED" });
  });

  test("stays READY with download URLs while a legal hold covers it, and expires when the hold is released", async () => {
    const { ctx, clock } = requester;
    const { id, result } = await issuePackage(requester, { isSigned: true });
    const listed = async (status: "READY" | "EXPIRED") =>
      (await listPackages(ctx, { status, limit: 10 })).data.map((item) => [item.id, item.status, item.held]);
    const { dateRange } = await getPackage(ctx, id);
    const elsewhere = { from: "2001-01-01T00:00:00.000Z", to: "2001-01-02T00:00:00.000Z" };
    await placeHold(ctx, { name: "Other times", reason: "Proceedings.", dateRange: elsewhere });
    pass(365 * dayMs);
    expect([await listed("READY"), await listed("EXPIRED")]).toEqual([[], [[id, "EXPIRED", false]]]);
    const modelIds = [requester.modelId];
    const all = await placeHold(ctx, { name: "Everything", reason: "Proceedings." });
    expect([await listed("READY"), await listed("EXPIRED")]).toEqual([[[id, "READY", true]], []]);
    await releaseHold(ctx, all.id, { reason: "Settled." });
    const hold = await placeHold(ctx, { name: "A case", reason: "Proceedings.", modelIds, dateRange });
    expect([await listed("READY"), await listed("EXPIRED")]).toEqual([[[id, "READY", true]], []]);
    expect(await expirePackages(clock)).toBe(0);
    expect(await getPackage(ctx, id)).toMatchObject({ status: "READY", held: true, downloadUrl: null });
    const { downloadUrl, downloadUrlExpiresAt } = await renewDownloadUrl(ctx, id);
    expect(Date.parse(downloadUrlExpiresAt)).toBe(clock.nowMs + dayMs);
    const token = new URL(downloadUrl).searchParams.get("token") ?? "";
    expect((await openDownload({ clock }, { packageId: id, token })).size).toBeGreaterThan(0);

    await releaseHold(ctx, hold.id, { reason: "Settled." });
    expect(await getPackage(ctx, id)).toMatchObject({ status: "EXPIRED", held: false, downloadUrl: null });
    await expect(openDownload({ clock }, { packageId: id, token })).rejects.toMatchObject({ code: "not_found" });
    expect(await expirePackages(clock)).toBe(1);
    expect(hasFile(result.storageKey)).toBe(false);
  });

  test("is retried if its file cannot be deleted, without blocking other packages", async () => {
    const [first, second] = [await issuePackage(requester), await issuePackage(requester)];
    pass(365 * dayMs);
    const remove = vi.spyOn(storage(), "remove").mockRejectedValueOnce(new Error("no answer"));
    expect(await expirePackages(requester.clock)).toBe(1);
    remove.mockRestore();
    const statuses = async () => [(await row(first.id))["status"], (await row(second.id))["status"]].sort();
    expect(await statuses()).toEqual(["EXPIRED", "READY"]);
    expect(await expirePackages(requester.clock)).toBe(1);
    expect(await statuses()).toEqual(["EXPIRED", "EXPIRED"]);
    expect([hasFile(first.result.storageKey), hasFile(second.result.storageKey)]).toEqual([false, false]);
  });
});
