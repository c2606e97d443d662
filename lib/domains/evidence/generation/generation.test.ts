import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { becomeOwner } from "@/lib/domains/audit-chain/testing/attacker";
import { createTestModel } from "@/lib/domains/audit-chain/testing/chain";
import { getPackage, listDocumentRequirements, supplyDocument } from "@/lib/domains/evidence";
import { frameworkIds, type GenerationStep, generationSteps } from "@/lib/domains/evidence/enums";
import { render } from "@/lib/domains/evidence/generation/render";
import { runHeavyStep } from "@/lib/domains/evidence/generation/run-step";
import { fillModel } from "@/lib/domains/evidence/generation/testing/fill-model";
import {
  append,
  ask,
  day,
  happen,
  make,
  step,
  steps,
  stored,
} from "@/lib/domains/evidence/generation/testing/pipeline";
import { packageFiles, removeDrafts, workerSteps } from "@/lib/domains/evidence/generation/work";
import { readGeneration, readWork } from "@/lib/domains/evidence/generation-store";
import { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { packageEvents, type Requester, sha256, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { updateModel } from "@/lib/domains/models";
import { pool } from "@/lib/platform/database/db";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";
import { currentEvidenceSigner, replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const dataDirectory = temporaryDirectory();
process.env.DATA_DIR = dataDirectory;

let owner: pg.Client;
beforeAll(async () => {
  owner = await becomeOwner(database.ownerUrl);
});
afterAll(() => owner.end());

/** An organisation whose chain has no events yet, so that positions count from the first event of a test. */
async function createRequester(): Promise<Requester> {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const organisationId = ctx.organisation.id;
  return { ctx, clock, organisationId, modelId: await createTestModel(organisationId, { name: "Credit scoring" }) };
}

/** Creates a model with events in January, before it and after it, and another model's events in between. */
async function createHistory(): Promise<Requester> {
  const requester = await createRequester();
  requester.clock.nowMs = Date.parse("2025-12-01T00:00:00.000Z");
  const modelId = await createTestModel(requester.organisationId);
  await happen(
    requester,
    { at: "2025-11-30T09:00:00.000Z", eventType: "TRAINING_STARTED", payload: { runId: "1" } },
    { at: "2025-12-01T09:00:00.000Z", eventType: "DEPLOYMENT", payload: { modelVersion: "1" } },
    { at: "2025-12-30T09:00:00.000Z", modelId },
    { at: day(2), eventType: "TRAINING_COMPLETED", payload: { metrics: { auc: 0.9 }, passed: true } },
    { at: day(3), modelId },
    { at: day(4), eventType: "CONFIG_CHANGE", payload: { field: "threshold", before: 1, after: 2 } },
    { at: day(5), eventType: "HUMAN_REVIEW", payload: { overridden: true, reason: "Zoë said so" } },
    { at: day(6), eventType: "ALERT", severity: "HIGH", payload: { category: "DRIFT" } },
    { at: day(8) },
    { at: day(9), modelId },
    { at: "2026-03-01T09:00:00.000Z" },
  );
  return requester;
}

/** Paths of files in the storage. */
function files(organisationId: string): string[] {
  const directory = join(dataDirectory, "files", "evidence", organisationId);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

async function workOf({ packageId }: PackageKey): Promise<Record<string, unknown>> {
  const { rows } = await pool().query<{ work: string }>("SELECT work FROM evidence_packages WHERE id = $1", [
    packageId,
  ]);
  return JSON.parse(rows[0]?.work ?? "{}");
}

/** Deletes the stored result of a step, as if its process had been killed before storing it. */
async function forget(key: PackageKey, name: GenerationStep): Promise<void> {
  const { [name]: _, ...work } = await workOf(key);
  await pool().query("UPDATE evidence_packages SET work = $2 WHERE id = $1", [key.packageId, JSON.stringify(work)]);
}

/** Runs a sample of the cases in every run, and the others in `npm run test:full`. */
function sampled<T>(daily: readonly T[], others: readonly T[], name: string, test: (given: T) => Promise<void>): void {
  it.each(daily)(name, { timeout: 120_000 }, test);
  it.each(others)(name, { tags: "full", timeout: 120_000 }, test);
}

const statuses = (checks: { id: string; status: string }[]) =>
  Object.fromEntries(checks.map(({ id, status }) => [id, status]));

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a package", () => {
  const [framework, ...otherFrameworks] = frameworkIds;
  sampled([framework], otherFrameworks, "for %s is generated, signed and intact", async (framework) => {
    const requester = await createHistory();
    const requirement = listDocumentRequirements().data.find((one) => one.framework === framework)?.requirement;
    const document = { framework, requirement, title: "AI policy", contentHash: `sha256:${"a".repeat(64)}` };
    const { id } = await supplyDocument(requester.ctx, SupplyDocument.parse(document));
    const { file, row, bundle } = await make(requester, { framework });
    expect(bundle.evidence.framework.documents).toMatchObject([{ id, requirement, title: "AI policy" }]);
    expect(row.controls?.find((one) => one.requirement === requirement)).toMatchObject({ documentSupplied: true });
    const needed = row.controls?.filter(({ counted, documentNeeded }) => counted && documentNeeded);
    expect(row.documents?.needed).toBe(needed?.length);
    expect(EvidenceBundle.safeParse(bundle).error).toBeUndefined();
    expect(row).toMatchObject({
      status: "READY",
      packageHash: sha256(file),
      sizeBytes: file.length,
      pages: null,
      progress: null,
      summary: {
        totalEvents: 5,
        inferences: 1,
        configChanges: 1,
        deployments: 0,
        humanReviews: 1,
        alerts: 1,
        chainIntact: true,
      },
      coverage: { total: bundle.evidence.framework.coverage.total },
    });
    const report = await verifyBundle(file, { publicKeys: [(await currentEvidenceSigner()).pem] });
    expect([report.status, report.problem]).toEqual(["intact", undefined]);
    expect(statuses(report.checks)).toMatchObject({ thread: "ok", checkpoint: "ok", membership: "ok", verdict: "ok" });
  });

  sampled([], frameworkIds, "for %s in PDF format is signed and contains the intact bundle", async (framework) => {
    const { file, row, sealed, bundle } = await make(await createHistory(), { framework, format: "PDF" });
    expect(row).toMatchObject({ status: "READY", packageHash: sha256(file), sizeBytes: file.length });
    expect(row.pages).toBe((await PDF.load(file)).getPageCount());
    expect(row.summary).toEqual(bundle.evidence.summary);
    expect((await verifyBundle(sealed)).status).toBe("intact");
  });

  it("reports a chain without events as not verified and states that the period ended before its first event", async () => {
    const requester = await createRequester();
    const dateRange = { from: "2025-01-01T00:00:00.000Z", to: "2025-01-31T23:59:59.999Z" };
    const { row, file, bundle } = await make(requester, { dateRange });
    expect(row.summary).toMatchObject({
      totalEvents: 0,
      chainIntact: false,
      integrity: {
        status: "NOT_VERIFIED",
        sentence: expect.stringMatching(
          /^The chain was not verified: its first event was recorded on 20 November 2026/,
        ),
        period: [
          expect.stringMatching(
            /^The service received the first event of this chain on .*, after the period ended on 31 January 2025/,
          ),
        ],
      },
    });
    expect(bundle.evidence.limits).toEqual(expect.arrayContaining([row.summary?.integrity?.sentence]));
    const report = await verifyBundle(file);
    expect([report.status, statuses(report.checks)["verdict"]]).toEqual(["intact", "not_checked"]);
  });

  it("discloses events that were recorded late and a period that has not ended", async () => {
    const requester = await createRequester();
    await append(requester, { timestamp: day(3) }, { timestamp: day(9) }, {});
    const dateRange = { from: "2026-01-01T00:00:00.000Z", to: "2026-11-30T00:00:00.000Z" };
    const { row, file, bundle } = await make(requester, { dateRange });
    const { recording } = bundle.evidence.statistics;
    expect(row.summary).toMatchObject({ totalEvents: 3, recordedLate: 2, integrity: { status: "INTACT" } });
    expect(recording).toMatchObject({ late: 2, lags: { minute: 1, longer: 2 } });
    expect(row.summary?.integrity?.period).toEqual([
      expect.stringMatching(/^The service received the first event of this model on .*, after the period began\.$/),
      expect.stringMatching(/^The period had not ended when the events were collected/),
    ]);
    expect((await verifyBundle(file)).status).toBe("intact");
  });

  it("is signed after its verification and becomes READY after it is signed", {
    tags: "full",
    timeout: 90_000,
  }, async () => {
    const requester = await createHistory();
    const key = await ask(requester, { format: "PDF" });
    for (const name of generationSteps) {
      requester.clock.nowMs += 60_000;
      await step(requester, key, name);
    }
    const file = await stored(key, "package");
    const signedAt = /\/M ?\(D:(\d{14})/.exec(file.toString("latin1").slice(-5_000_000))?.[1];
    const row = await getPackage(requester.ctx, key.packageId);
    const { collect, verify } = (await readWork(key)) as Record<string, Record<string, string>>;
    const times = [collect?.["collectedAt"], verify?.["verifiedAt"], signedAt, row.generatedAt];
    const seconds = times.map((time) => (time ?? "").replaceAll(/\D/g, "").slice(0, 14));
    expect(seconds).toEqual([...seconds].sort());
    expect(new Set(seconds).size).toBe(4);
  });

  it("contains the model's events in the period, and the header before them that proves completeness", async () => {
    const requester = await createHistory();
    const { bundle } = await make(requester);
    const { events, chain, manifest } = bundle.evidence;
    expect(events.map(({ chainPosition, disclosure, evidenceId }) => [chainPosition, disclosure, evidenceId])).toEqual([
      [2, "outside_period", null],
      [4, "listed", "E-0001"],
      [6, "listed", "E-0002"],
      [7, "listed", "E-0003"],
      [8, "listed", "E-0004"],
      [9, "listed", "E-0005"],
    ]);
    expect(chain.thread).toEqual({ from: 2, to: 9 });
    // The request itself is an event, after all others.
    expect([chain.checkpoint?.size, manifest.chainSize, bundle.headHash]).toEqual([12, 12, chain.checkpoint?.headHash]);
    expect(chain.verification).toMatchObject({ status: "ok", from: 2, to: 12, eventsVerified: 11, findings: [] });
  });

  it("states its requester, recipient, model and expiry, without the notes", async () => {
    const requester = await createRequester();
    await pool().query("UPDATE organisations SET evidence_retention_days = 30 WHERE id = $1", [
      requester.organisationId,
    ]);
    await updateModel(requester.ctx, requester.modelId, { version: "4.2.0", riskTier: "HIGH", description: "Scores" });
    const { bundle, row } = await make(requester, { recipientName: "Frau Dr. Grünwald", notes: "Zanzibar" });
    const at = "2026-11-20T10:00:00.000Z";
    expect(bundle.evidence.package).toMatchObject({
      id: row.id,
      organisation: { id: requester.organisationId, name: "Test" },
      model: { id: requester.modelId, name: "Credit scoring", version: "4.2.0", provider: null, riskTier: "HIGH" },
      recipientName: "Frau Dr. Grünwald",
      requestedBy: { type: "SYSTEM", id: "test" },
      requestedAt: at,
      collectedAt: at,
      expiresAt: "2026-12-20T10:00:00.000Z",
    });
    expect(row.modelVersion).toBe("4.2.0");
    expect([row.generatedAt, row.expiresAt]).toEqual([at, "2026-12-20T10:00:00.000Z"]);
    expect(JSON.stringify(bundle)).not.toContain("Zanzibar");
    expect(bundle.evidence.keys.map(({ kid }) => kid)).toEqual([bundle.evidence.chain.checkpoint?.keyId, row.keyId]);
  });

  it("omits the content of human reviews on request, but counts them", async () => {
    const { file, row, bundle } = await make(await createHistory(), { includeHumanOversight: false });
    expect(row.summary).toMatchObject({ totalEvents: 5, humanReviews: 1 });
    const withheld = bundle.evidence.events.filter(({ disclosure }) => disclosure === "withheld");
    expect(withheld.map(({ eventType, content, evidenceId }) => [eventType, content, evidenceId])).toEqual([
      ["HUMAN_REVIEW", undefined, null],
    ]);
    expect(file.includes("said so")).toBe(false);
    expect((await verifyBundle(file)).status).toBe("intact");
  });

  it("omits the proof and thread on request, but verifies the chain", async () => {
    const { file, bundle } = await make(await createHistory(), { includeChainProof: false });
    const { chain, events } = bundle.evidence;
    expect(chain).toMatchObject({ checkpoint: null, membership: null, thread: null, verification: { status: "ok" } });
    expect(chain.withoutProof).toMatch(/requested without/);
    expect(bundle.headHash).toBeNull();
    expect(events.map(({ disclosure }) => disclosure)).toEqual(Array.from({ length: 5 }, () => "listed"));
    const report = await verifyBundle(file);
    expect([report.status, statuses(report.checks)]).toMatchObject([
      "intact",
      { thread: "not_checked", checkpoint: "not_checked", membership: "not_checked" },
    ]);
  });
});

describe("a period", () => {
  it.each<[string, Record<string, unknown>[], number]>([
    ["without any events", [], 0],
    ["with one event", [{ timestamp: day(2) }], 1],
    ["with one event at its end", [{ timestamp: "2026-01-31T23:59:59.999Z" }], 1],
    ["with an event a millisecond after its end", [{ timestamp: "2026-02-01T00:00:00.000Z" }], 0],
  ])("%s produces an intact package", async (_name, events, totalEvents) => {
    const requester = await createRequester();
    if (events.length > 0) await append(requester, ...events);
    const { file, row, bundle } = await make(requester);
    expect(row.summary).toMatchObject({ totalEvents, chainIntact: totalEvents > 0 });
    expect(bundle.evidence.events.length).toBe(totalEvents);
    expect((await verifyBundle(file)).status).toBe("intact");
  });

  it("includes events that were recorded long after it", async () => {
    const requester = await createHistory();
    await happen(requester, { at: "2026-06-01T09:00:00.000Z", timestamp: day(20), payload: { late: true } });
    const { file, bundle } = await make(requester);
    const { events, chain } = bundle.evidence;
    expect(chain.thread).toEqual({ from: 2, to: 12 });
    expect(chain.verification).toMatchObject({ from: 2, to: 13 });
    expect(events.slice(-2).map(({ chainPosition, disclosure }) => [chainPosition, disclosure])).toEqual([
      [11, "outside_period"],
      [12, "listed"],
    ]);
    expect((await verifyBundle(file)).status).toBe("intact");
  });

  it("that needs too many events from outside it is not reported as complete", {
    tags: "full",
    timeout: 120_000,
  }, async () => {
    const requester = await createRequester();
    const { ctx, modelId } = requester;
    await fillModel(
      { ctx, modelId },
      { events: 10_050, startMs: Date.parse("2026-03-01T00:00:00.000Z"), everyMs: 60_000 },
    );
    requester.clock.nowMs = Date.parse("2026-06-01T00:00:00.000Z");
    await append(requester, { timestamp: day(5) });
    const late = await make(requester);
    expect([late.bundle.evidence.chain.thread, late.bundle.evidence.events.length]).toEqual([null, 1]);
    expect(late.bundle.evidence.limits.join(" ")).toMatch(/too many events from outside the period/);
    expect(statuses((await verifyBundle(late.file)).checks)).toMatchObject({ thread: "not_checked", membership: "ok" });
    expect((await verifyBundle(late.file)).status).toBe("intact");
  });

  it("excludes events that were recorded after the events were collected", async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    await steps(requester, key, "collect");
    await append(requester, { timestamp: day(10) });
    await steps(requester, key);
    const { evidence } = JSON.parse((await stored(key, "package")).toString()) as EvidenceBundle;
    expect([evidence.summary.totalEvents, evidence.manifest.chainSize]).toEqual([5, 12]);
  });
});

describe("a chain altered by the database owner", () => {
  const at = (position: number, what: string) =>
    `UPDATE audit_events SET ${what} WHERE organisation_id = $1 AND chain_position = ${position}`;

  /** Each of these changes is found by a different part of the verification. */
  const changes: Record<string, string> = {
    "changed content": at(6, `content = replace(content, 'threshold', 'limit')`),
    "a timestamp moved out of the period": at(6, `"timestamp" = '2024-01-20T00:00:00Z'`),
    "removed hashes": at(6, `block_hash = NULL, content_hash = NULL, content = NULL, tags = NULL`),
    "a deleted event": "DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 6",
    "changed content with rehashed later events": `${at(6, "content = replace(content, 'threshold', 'limit')")}; CALL rehash_from($1, 6)`,
  };
  const [oneChange = "", ...otherChanges] = Object.keys(changes);
  sampled([oneChange], otherChanges, "produces a package that reports the change: %s", async (what) => {
    const requester = await createHistory();
    const { organisationId } = requester;
    // Signs a checkpoint before the change.
    await make(requester, { includeHumanOversight: false });
    for (const statement of (changes[what] ?? "").split(";")) await owner.query(statement, [organisationId]);
    const { row, file, bundle } = await make(requester);
    expect(row).toMatchObject({ status: "READY", packageHash: sha256(file) });
    expect(EvidenceBundle.safeParse(bundle).error).toBeUndefined();
    expect(row.summary?.chainIntact).toBe(false);
    expect(bundle.evidence.chain.verification.findingsTotal).toBeGreaterThan(0);
    expect(bundle.evidence.limits.join(" ")).toMatch(/was not intact/);
    const report = await verifyBundle(file);
    expect([report.status, statuses(report.checks)]).toMatchObject(["tampered", { seal: "ok", verdict: "failed" }]);
    const { rows } = await pool().query("SELECT FROM integrity_findings WHERE organisation_id = $1", [organisationId]);
    expect(rows.length).toBeGreaterThan(0);
  });

  const exchanged =
    "UPDATE audit_events SET chain_position = 201 - chain_position WHERE organisation_id = $1 AND chain_position IN (100, 101)";
  const doubled =
    "INSERT INTO audit_events SELECT * FROM audit_events WHERE organisation_id = $1 AND chain_position = 100";
  sampled(
    [],
    [exchanged, doubled],
    "produces a package with a failing proof if signing does not detect the change: %s",
    async (change) => {
      const requester = await createRequester();
      const { ctx, modelId, organisationId } = requester;
      await fillModel(
        { ctx, modelId },
        { events: 600, startMs: Date.parse("2026-01-01T00:00:00.000Z"), everyMs: 60_000 },
      );
      expect((await verifyBundle((await make(requester)).file)).status).toBe("intact");
      await owner.query(change, [organisationId]);
      const { row, file, bundle } = await make(requester);
      expect([row.status, row.summary?.chainIntact]).toEqual(["READY", false]);
      expect(bundle.evidence.chain.membership).not.toBeNull();
      expect((await verifyBundle(file)).status).toBe("tampered");
    },
  );

  it("produces a package without a proof, with the reason, if an event was deleted after signing", async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    await steps(requester, key, "collect");
    await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 6", [
      requester.organisationId,
    ]);
    await steps(requester, key);
    const { evidence, headHash } = JSON.parse((await stored(key, "package")).toString()) as EvidenceBundle;
    const { checkpoint, membership, withoutProof } = evidence.chain;
    expect([headHash, membership, evidence.summary.chainIntact]).toEqual([checkpoint?.headHash, null, false]);
    expect(withoutProof).toMatch(/Events are missing/);
  });

  it("produces a package without a proof, with the reason, if its last checkpoint was altered", {
    tags: "full",
  }, async () => {
    const requester = await createHistory();
    await make(requester);
    await owner.query("UPDATE chain_checkpoints SET root_hash = other(root_hash) WHERE organisation_id = $1", [
      requester.organisationId,
    ]);
    const { file, bundle } = await make(requester);
    const { chain, limits, summary, manifest } = bundle.evidence;
    expect(chain).toMatchObject({ checkpoint: null, membership: null, thread: { from: 2, to: 9 } });
    expect(chain.withoutProof).toMatch(/No checkpoint can be signed.*altered/);
    expect(limits.join(" ")).toContain(chain.withoutProof);
    expect([bundle.headHash, manifest.chainSize, summary.chainIntact]).toEqual([null, 14, false]);
    expect(chain.verification.verdicts).toMatchObject({ content: "ok", linkage: "ok", checkpoints: "failed" });
    expect(statuses((await verifyBundle(file)).checks)).toMatchObject({ seal: "ok", thread: "ok", verdict: "failed" });
  });
});

describe("a step", () => {
  sampled(
    ["JSON"],
    ["PDF"],
    "that is repeated for a %s package produces the same bytes and results",
    async (format) => {
      const requester = await createHistory();
      const key = await ask(requester, { format });
      const seen: [GenerationStep, () => Promise<Buffer[]>][] = [
        ["collect", async () => []],
        ["verify", async () => []],
        [
          "render",
          async () => [
            await stored(key, "evidenceDraft"),
            ...(format === "PDF" ? [await stored(key, "reportDraft")] : []),
          ],
        ],
        ["sign", async () => [await stored(key, "packageDraft")]],
        ["store", async () => [await stored(key, "package")]],
      ];
      for (const [name, read] of seen) {
        await steps(requester, key, name);
        const [bytes, work] = [await read(), await workOf(key)];
        await forget(key, name);
        await steps(requester, key, name);
        expect([name, await workOf(key)]).toEqual([name, work]);
        expect((await read()).map((again, i) => bytes[i]?.equals(again))).toEqual(bytes.map(() => true));
      }
      await steps(requester, key);
      expect(files(key.organisationId)).toEqual([`${key.packageId}.${format.toLowerCase()}`]);
    },
  );

  const daily: GenerationStep[] = ["sign", "publish"];
  const otherSteps = generationSteps.filter((name) => !daily.includes(name));
  sampled(daily, otherSteps, "(%s) that fails can be repeated, and the package becomes READY", async (name) => {
    const requester = await createHistory();
    const key = await ask(requester);
    const [before] = generationSteps.slice(generationSteps.indexOf(name) - 1);
    if (name !== "collect" && before) await steps(requester, key, before);
    const condition = name === "publish" ? "NEW.status <> OLD.status" : "NEW.work <> OLD.work";
    await owner.query(`
      CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON evidence_packages FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION fail()`);
    try {
      await expect(step(requester, key, name)).rejects.toThrow(/not now/);
    } finally {
      await owner.query("DROP TRIGGER fail ON evidence_packages");
    }
    await steps(requester, key);
    const file = await stored(key, "package");
    expect((await verifyBundle(file)).status).toBe("intact");
    expect(files(key.organisationId)).toEqual([`${key.packageId}.json`]);
    expect(await kindsOf(key)).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY"]);
  });

  it.each(["evidenceDraft", "packageDraft"] as const)(
    "is retried if its %s cannot be stored",
    { tags: "full" },
    async (draft) => {
      const requester = await createHistory();
      const key = await ask(requester);
      const name = draft === "evidenceDraft" ? "render" : "sign";
      await steps(requester, key, draft === "evidenceDraft" ? "verify" : "render");
      vi.spyOn(storage(), "putFile").mockRejectedValueOnce(new Error("the disk is full"));
      await expect(step(requester, key, name)).rejects.toThrow("the disk is full");
      await steps(requester, key);
      expect((await verifyBundle(await stored(key, "package"))).status).toBe("intact");
    },
  );

  it("regenerates missing drafts of the previous step", { tags: "full" }, async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    await steps(requester, key, "render");
    const bytes = await stored(key, "evidenceDraft");
    await removeDrafts(key, "JSON");
    await steps(requester, key, "sign");
    expect((await stored(key, "evidenceDraft")).equals(bytes)).toBe(true);
    await steps(requester, key);
    expect((await verifyBundle(await stored(key, "package"))).status).toBe("intact");
  });

  it("uses the new key for the seal and the bundle's keys if the key was replaced during generation", {
    tags: "full",
  }, async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    await steps(requester, key, "render");
    const { retiredId, currentId } = await replaceEvidenceKey();
    await steps(requester, key);
    const row = await getPackage(requester.ctx, key.packageId);
    const file = await stored(key, "package");
    const { evidence, seal } = JSON.parse(file.toString()) as EvidenceBundle;
    const kids = evidence.keys.map(({ kid }) => kid);
    expect([row.keyId, seal.keyId, kids.includes(currentId), kids.includes(retiredId)]).toEqual([
      currentId,
      currentId,
      true,
      false,
    ]);
    expect((await verifyBundle(file)).status).toBe("intact");
  });
});

describe("several runs for the same package", () => {
  it("in parallel produce one file and one READY event", async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    const patiently = async () => {
      for (const name of generationSteps) {
        for (;;) {
          const state = await step(requester, key, name);
          if (state === "ended") return;
          if (state === "done") break;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    };
    await Promise.all([patiently(), patiently(), patiently()]);
    expect(await kindsOf(key)).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY"]);
    expect(files(key.organisationId)).toEqual([`${key.packageId}.json`]);
    const row = await getPackage(requester.ctx, key.packageId);
    const file = await stored(key, "package");
    expect([row.status, row.packageHash]).toEqual(["READY", sha256(file)]);
  });

  it("in sequence leave the package unchanged and delete leftover drafts", async () => {
    const requester = await createHistory();
    const { key, file } = await make(requester);
    await storage().putFile(
      packageFiles(key, "JSON").evidenceDraft,
      join(dataDirectory, "files", packageFiles(key, "JSON").package),
    );
    for (const name of generationSteps) expect(await step(requester, key, name)).toBe("ended");
    for (const name of workerSteps) expect(await runHeavyStep(key, name)).toBe("ended");
    expect(files(key.organisationId)).toEqual([`${key.packageId}.json`]);
    expect((await stored(key, "package")).equals(file)).toBe(true);
  });
});

describe("a package that cannot be generated", () => {
  it("fails immediately if a retry cannot succeed", async () => {
    const requester = await createHistory();
    const key = await ask(requester);
    await owner.query("UPDATE evidence_packages SET model_id = 'mdl_gone' WHERE id = $1", [key.packageId]);
    expect(await step(requester, key, "collect")).toBe("ended");
    const row = await getPackage(requester.ctx, key.packageId);
    expect(row).toMatchObject({
      status: "FAILED",
      failureReason: "The model that this package covers no longer exists.",
    });
  });

  it("as a PDF, because it has too many events, fails with an error that suggests JSON", async () => {
    const requester = await createHistory();
    const key = await ask(requester, { format: "PDF" });
    await steps(requester, key, "verify");
    const [generation, work] = [await readGeneration(key), await workOf(key)];
    if (!generation) throw new Error("the package does not exist");
    const input = { key, generation, work, clock: requester.clock, onProgress: () => undefined };
    await expect(render(input, 1_000)).rejects.toThrow(/^The period has too many events for a PDF.*as JSON/);
    await expect(render(input, 1_000)).rejects.toBeInstanceOf(GenerationFailed);
    expect(files(key.organisationId)).toEqual([]);
  });
});

async function kindsOf({ organisationId, packageId }: PackageKey): Promise<unknown[]> {
  const events = await packageEvents(organisationId);
  return events.filter((event) => event.packageId === packageId).map(({ kind }) => kind);
}
