import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generationSteps } from "@/lib/domains/evidence/enums";
import { sweepGenerations } from "@/lib/domains/evidence/generation/perform-step";
import { publishPackage } from "@/lib/domains/evidence/generation/publish";
import {
  claimGeneration,
  noteProgress,
  readGeneration,
  readWork,
  saveWork,
} from "@/lib/domains/evidence/generation-store";
import { failPackage } from "@/lib/domains/evidence/package-changes";
import { getPackage } from "@/lib/domains/evidence/packages";
import type { PackageKey } from "@/lib/domains/evidence/store";
import {
  createRequester,
  january,
  packageEvents,
  type Requester,
  requestPackage,
  resultOf,
  sha256,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { propertyRuns } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
process.env.PUBLIC_URL = "https://audit.example.com";
ownTestDatabase();

interface Underway extends Requester {
  key: PackageKey;
}

/** A package that is being generated, in an organisation with a webhook endpoint for its events. */
async function underway(given: Record<string, unknown> = {}): Promise<Underway> {
  const requester = await createRequester({ evidenceRetentionDays: 30 });
  await insertListener(requester.organisationId, { events: ["evidence.ready", "evidence.expired"] });
  const packageId = await requestPackage(requester, given);
  return { ...requester, key: { organisationId: requester.organisationId, packageId } };
}

const bytes = (text: string) => Buffer.from(text);

describe("publishing", () => {
  test("makes the package READY with its first download URL, sends a notification and records an event", async () => {
    const { key, ctx, clock, organisationId, modelId, ...rest } = await underway();
    const result = resultOf({ ctx, clock, organisationId, modelId, ...rest }, key.packageId, bytes(key.packageId));
    clock.nowMs += 5_000;
    await publishPackage(key, result, clock);

    const ready = await getPackage(ctx, key.packageId);
    const { storageKey, ...shown } = result;
    expect(ready).toMatchObject({
      ...shown,
      status: "READY",
      progress: null,
      failureReason: null,
      downloadUrl: expect.stringMatching(
        new RegExp(`^https://audit\\.example\\.com/v1/evidence/${key.packageId}/download\\?token=`),
      ),
      downloadUrlExpiresAt: "2026-11-21T10:00:05.000Z",
    });
    const [notified, ...others] = await publishedTo(organisationId);
    expect(others).toEqual([]);
    expect(notified?.sourceKey).toBe(`evidence.ready ${key.packageId}`);
    const { id, status, modelName, framework, dateRange, summary, downloadUrl, downloadUrlExpiresAt } = ready;
    const { packageHash, packageSignature, pages, format, generatedAt, expiresAt } = ready;
    expect(notified?.envelope.data).toEqual({
      ...{ id, status, modelId, modelName, framework, dateRange, summary, downloadUrl, downloadUrlExpiresAt },
      ...{ packageHash, packageSignature, pages, format, generatedAt, expiresAt },
    });
    expect((await packageEvents(organisationId)).at(-1)).toEqual({
      eventType: "DATA_ACCESS",
      onModel: expect.stringMatching(/^mdl_/),
      actor: { type: "SYSTEM", id: "evidence" },
      kind: "EVIDENCE_READY",
      packageId: key.packageId,
      modelId,
      framework,
      format,
      dateRange: january,
      packageHash,
      keyId: result.keyId,
      sizeBytes: result.sizeBytes,
    });
    expect(storageKey).toContain(key.packageId);
  });

  test("takes effect once, despite concurrent and later attempts", async () => {
    const made = await underway();
    const result = resultOf(made, made.key.packageId, bytes(made.key.packageId));
    await Promise.all(Array.from({ length: 5 }, () => publishPackage(made.key, result, made.clock)));
    const before = await getPackage(made.ctx, made.key.packageId);
    made.clock.nowMs += 60_000;
    await publishPackage(made.key, { ...result, packageHash: sha256(bytes("other")) }, made.clock);
    await failPackage(made.key, "Too late.", made.clock);
    expect(await getPackage(made.ctx, made.key.packageId)).toEqual(before);
    expect(await publishedTo(made.organisationId)).toHaveLength(1);
    const kinds = (await packageEvents(made.organisationId)).map(({ kind }) => kind);
    expect(kinds).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY"]);
  });

  test("changes nothing if part of it fails", async () => {
    const made = await underway();
    const result = { ...resultOf(made, made.key.packageId, bytes("x")), expiresAt: "never" };
    await expect(publishPackage(made.key, result, made.clock)).rejects.toThrow();
    const unfit = { ...resultOf(made, made.key.packageId, bytes("x")), summary: {} as never };
    await expect(publishPackage(made.key, unfit, made.clock)).rejects.toThrow();
    expect(await getPackage(made.ctx, made.key.packageId)).toMatchObject({ status: "GENERATING", packageHash: null });
    expect(await publishedTo(made.organisationId)).toEqual([]);
    expect(await packageEvents(made.organisationId)).toHaveLength(1);
  });
});

test("a failure is recorded once with its reason, without a notification", async () => {
  const made = await underway();
  const { key, clock, ctx, organisationId } = made;
  await noteProgress(key, "render", 40);
  await Promise.all([failPackage(key, "No.", clock), failPackage(key, "No.", clock)]);
  await publishPackage(key, resultOf(made, key.packageId, bytes("late")), clock);
  expect(await getPackage(ctx, key.packageId)).toMatchObject({
    status: "FAILED",
    failureReason: "No.",
    progress: null,
    downloadUrl: null,
    packageHash: null,
  });
  const [, failed, ...others] = await packageEvents(organisationId);
  expect(failed).toMatchObject({ kind: "EVIDENCE_FAILED", packageId: key.packageId, reason: "No." });
  expect(others).toEqual([]);
  expect(await publishedTo(organisationId)).toEqual([]);
});

test("ending an unknown generation changes nothing", async () => {
  const { key, clock } = await underway();
  const missing = { ...key, packageId: "epkg_missing" };
  const elsewhere = { ...key, organisationId: (await createRequester()).organisationId };
  for (const foreign of [missing, elsewhere, { ...key, organisationId: "org_missing" }]) {
    await failPackage(foreign, "No.", clock);
    expect(await claimGeneration(foreign)).toBe(false);
    expect(await readGeneration(foreign)).toBeUndefined();
    expect(await readWork(foreign)).toEqual({});
    await noteProgress(foreign, "sign", 90);
    await expect(saveWork(foreign, "collect", 1)).rejects.toThrow("is not being generated");
  }
  expect(await readGeneration(key)).toMatchObject({ status: "GENERATING" });
  expect(await readWork(key)).toEqual({});
});

describe("a generation", () => {
  test("includes the whole request except the notes", async () => {
    const { key, organisationId, modelId } = await underway({
      framework: "PRA_SS1_23",
      sections: ["GOVERNANCE"],
      format: "JSON",
      includeChainProof: false,
      recipientName: "R",
      notes: "Zanzibar",
    });
    const generation = await readGeneration(key);
    expect(generation).toEqual({
      packageId: key.packageId,
      organisation: { id: organisationId, name: "Test", livemode: true, evidenceRetentionDays: 30 },
      status: "GENERATING",
      modelId,
      modelName: "Credit scoring",
      framework: "FCA_SS1_23",
      mappingVersion: expect.any(String),
      dateRange: january,
      format: "JSON",
      sections: ["GOVERNANCE"],
      includeChainProof: false,
      includeHumanOversight: true,
      recipientName: "R",
      requestedBy: { type: "SYSTEM", id: "test" },
      createdAt: "2026-11-20T10:00:00.000Z",
    });
    expect(JSON.stringify(generation)).not.toContain("Zanzibar");
  });

  test("keeps the first result of each step, despite later and concurrent ones", async () => {
    const value = fc.jsonValue().filter((json) => !JSON.stringify(json).includes("__proto__"));
    const step = fc.constantFrom(...generationSteps);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(step, value), { maxLength: 4 }), { maxLength: 4 }),
        async (rounds) => {
          const { key } = await underway();
          const first = new Map<string, unknown>();
          for (const round of rounds) {
            const answers = await Promise.all(round.map(([name, given]) => saveWork(key, name, given)));
            for (const [i, [name]] of round.entries()) {
              const known = first.has(name) ? first.get(name) : answers[i];
              first.set(name, known);
              expect(answers[i]).toEqual(known);
            }
          }
          expect(await readWork(key)).toEqual(Object.fromEntries(first));
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe("the sweep of generations", () => {
  /** Counts the pending generation requests of a package, including the original request. */
  async function requestsFor({ organisationId, packageId }: PackageKey): Promise<number> {
    const waiting = await outboxOf(organisationId);
    return waiting.filter(({ name, data }) => {
      return name === "evidence/package.requested" && (data as PackageKey).packageId === packageId;
    }).length;
  }

  /** A clock that is this many minutes after the requests of these tests. */
  const clockAt = (minutes: number) => ({ now: () => Date.parse("2026-11-20T10:00:00.000Z") + minutes * 60_000 });

  async function silentSince(key: PackageKey, minutes: number): Promise<void> {
    const at = new Date(clockAt(minutes).now());
    await pool().query("UPDATE evidence_packages SET heartbeat_at = $1 WHERE id = $2", [at, key.packageId]);
  }

  test("retries a generation once that has not started, and again after 20 seconds without a heartbeat, despite concurrent sweeps", async () => {
    const { key } = await underway();
    await sweepGenerations(clockAt(0));
    expect(await requestsFor(key)).toBe(1);
    await Promise.all([sweepGenerations(clockAt(1)), sweepGenerations(clockAt(1)), sweepGenerations(clockAt(1.3))]);
    expect(await requestsFor(key)).toBe(2);
    await sweepGenerations(clockAt(10));
    expect(await requestsFor(key)).toBe(2);
    await noteProgress(key, "render", 30);
    await silentSince(key, 15);
    await sweepGenerations(clockAt(15.3));
    expect(await requestsFor(key)).toBe(2);
    await sweepGenerations(clockAt(15.4));
    expect(await requestsFor(key)).toBe(3);
  });

  test("does not retry a generation for ten minutes while the organisation's other generations are running", async () => {
    const own = await underway();
    const others = [];
    for (let i = 0; i < 2; i++) others.push({ ...own.key, packageId: await requestPackage(own) });
    for (const key of [own.key, ...others]) await noteProgress(key, "render", 30);
    for (const key of others) await silentSince(key, 10);
    await silentSince(own.key, 0.2);
    await sweepGenerations(clockAt(10.1));
    expect(await requestsFor(own.key)).toBe(1);
    await silentSince(own.key, 0);
    await sweepGenerations(clockAt(10.1));
    expect(await requestsFor(own.key)).toBe(2);
    await silentSince(own.key, 1);
    await sweepGenerations(clockAt(10.1));
    expect(await requestsFor(own.key)).toBe(2);
    await failPackage({ ...own.key, packageId: others[0]?.packageId ?? "" }, "No.", own.clock);
    await sweepGenerations(clockAt(10.1));
    expect(await requestsFor(own.key)).toBe(3);
    expect(await requestsFor({ ...own.key, packageId: others[1]?.packageId ?? "" })).toBe(1);
  });

  test("retries less often after each restart", async () => {
    const { key } = await underway();
    await noteProgress(key, "render", 30);
    await silentSince(key, 0);
    const restarted: number[] = [];
    for (let minutes = 0.5; minutes <= 30; minutes += 0.5) {
      await sweepGenerations(clockAt(minutes));
      if ((await requestsFor(key)) > restarted.length + 1) restarted.push(minutes);
    }
    expect(restarted).toEqual([0.5, 1.5, 3, 6, 11.5, 22]);
  });

  test("ignores ended generations and keeps the results of completed steps", async () => {
    const ended = await underway();
    const going = await underway();
    await failPackage(ended.key, "No.", ended.clock);
    await saveWork(going.key, "collect", { at: 1 });
    await sweepGenerations(clockAt(60));
    expect([await requestsFor(ended.key), await requestsFor(going.key)]).toEqual([1, 2]);
    expect(await readWork(going.key)).toMatchObject({ collect: { at: 1 } });
    expect(await saveWork(going.key, "verify", "v")).toBe("v");
  });

  test("fails a package whose generation did not complete after 12 retries", async () => {
    const { key, ctx, organisationId } = await underway();
    await noteProgress(key, "render", 30);
    await silentSince(key, 0);
    for (let hour = 1; hour <= 12; hour++) await sweepGenerations(clockAt(60 * hour));
    expect(await getPackage(ctx, key.packageId)).toMatchObject({ status: "GENERATING" });
    expect(await requestsFor(key)).toBe(13);
    await sweepGenerations(clockAt(60 * 13));
    const given = await getPackage(ctx, key.packageId);
    expect(given).toMatchObject({ status: "FAILED", failureReason: expect.stringContaining("did not complete") });
    expect(await requestsFor(key)).toBe(13);
    expect((await packageEvents(organisationId)).at(-1)).toMatchObject({ kind: "EVIDENCE_FAILED" });
  });

  test("retries only the first three of a long queue and never fails a package that is waiting", async () => {
    const own = await underway();
    const keys = [own.key];
    for (let i = 0; i < 5; i++) {
      own.clock.nowMs += 1_000;
      keys.push({ ...own.key, packageId: await requestPackage(own) });
    }
    for (let hour = 1; hour <= 20; hour++) await sweepGenerations(clockAt(60 * hour));
    expect(await Promise.all(keys.map(requestsFor))).toEqual([21, 21, 21, 1, 1, 1]);
    for (const { packageId } of keys) {
      expect(await getPackage(own.ctx, packageId)).toMatchObject({ status: "GENERATING" });
    }
    for (const key of keys.slice(0, 3)) await failPackage(key, "Done.", own.clock);
    await sweepGenerations(clockAt(60 * 21));
    expect(await Promise.all(keys.slice(3).map(requestsFor))).toEqual([2, 2, 2]);
  });
});
