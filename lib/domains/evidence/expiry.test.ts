import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openDownload, renewDownloadUrl } from "@/lib/domains/evidence/download";
import { expirePackages, tellExpiredUrls } from "@/lib/domains/evidence/expire-packages";
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
  // Sweeps are for all organisations: what other tests left has had its time.
  const end = { now: () => Date.parse("2100-01-01T00:00:00.000Z") };
  while ((await expirePackages(end)) > 0);
  requester = await createRequester();
  await insertListener(requester.organisationId, { events: ["evidence.expired"] });
});

/** Moves the requester's clock on. */
function pass(ms: number): void {
  requester.clock.nowMs += ms;
}

async function told(): Promise<{ sourceKey: string; data: unknown; created: number }[]> {
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

describe("a download URL that has expired", () => {
  test("is notified once, despite concurrent and later sweeps", async () => {
    const { id } = await issuePackage(requester);
    pass(dayMs - 1);
    await tellExpiredUrls(requester.clock);
    expect(await told()).toEqual([]);
    pass(1);
    const counts = await Promise.all(Array.from({ length: 5 }, () => tellExpiredUrls(requester.clock)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    pass(dayMs);
    expect(await tellExpiredUrls(requester.clock)).toBe(0);
    const data = {
      id,
      modelId: requester.modelId,
      framework: "EU_AI_ACT_ANNEX_IV",
      downloadUrlExpiresAt: "2026-11-21T10:00:00.000Z",
    };
    const sourceKey = `evidence.expired ${id} 2026-11-21T10:00:00.000Z`;
    expect(await told()).toEqual([{ sourceKey, data, created: Date.parse("2026-11-21T10:00:00.000Z") / 1000 }]);
    expect(await getPackage(requester.ctx, id)).toMatchObject({
      status: "READY",
      downloadUrl: null,
      downloadUrlExpiresAt: "2026-11-21T10:00:00.000Z",
    });
  });

  test("is not notified if a new URL was issued in time; each later URL is, once", async () => {
    const { id } = await issuePackage(requester);
    pass(dayMs / 2);
    await renewDownloadUrl(requester.ctx, id);
    pass(dayMs / 2);
    await tellExpiredUrls(requester.clock);
    expect(await told()).toEqual([]);
    pass(dayMs / 2);
    await tellExpiredUrls(requester.clock);
    expect(await told()).toHaveLength(1);
    await renewDownloadUrl(requester.ctx, id);
    await tellExpiredUrls(requester.clock);
    expect(await told()).toHaveLength(1);
    pass(dayMs);
    await tellExpiredUrls(requester.clock);
    await tellExpiredUrls(requester.clock);
    expect(await told()).toHaveLength(2);
  });
});

describe("a package whose time has come", () => {
  test("is EXPIRED, without its file, on the chain, once", async () => {
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

  test("revokes its download URL, which is notified", async () => {
    const { id } = await issuePackage(requester);
    pass(364 * dayMs);
    await tellExpiredUrls(requester.clock);
    await renewDownloadUrl(requester.ctx, id);
    pass(dayMs);
    await expirePackages(requester.clock);
    await tellExpiredUrls(requester.clock);
    expect((await told()).map(({ sourceKey }) => sourceKey)).toEqual([
      `evidence.expired ${id} 2026-11-21T10:00:00.000Z`,
      `evidence.expired ${id} 2027-11-20T10:00:00.000Z`,
    ]);
  });

  test("leaves no file after a sweep that stopped between file and row, and is EXPIRED in every response until then", async () => {
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

  test("stays READY while a legal hold covers it, with download URLs, and ends once it is released", async () => {
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

  test("waits where its file cannot be removed, and holds up no other", async () => {
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
