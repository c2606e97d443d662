import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendBatch, appendInTransaction } from "@/lib/domains/audit-chain";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { registerModel } from "@/lib/domains/models";
import {
  createSchedule,
  deleteOldReports,
  deleteSchedule,
  failReport,
  getReport,
  getReportDocument,
  getSchedule,
  listReports,
  makeReport,
  openReport,
  requestReport,
  startDueReports,
  sweepReports,
  updateSchedule,
  verifyPublishedReport,
} from "@/lib/domains/reports";
import { type ReportFormat, type ReportKind, reportFormats, reportKinds } from "@/lib/domains/reports/enums";
import { collectors } from "@/lib/domains/reports/generation/collect";
import { writeReport } from "@/lib/domains/reports/generation/write-report";
import { RequestReport } from "@/lib/domains/reports/schemas";
import { CreateReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { readStats, readTrends } from "@/lib/domains/shadow-ai/overview/statistics";
import { detectionIn, openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { undoStep, updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import type { Context } from "@/lib/platform/core/context";
import { rowsOfThisRun } from "@/lib/platform/core/testing";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { withDocumentLock } from "@/lib/platform/documents/lock-store";
import { faultsOf } from "@/lib/platform/pdf/testing/faults";
import { openPdf } from "@/lib/platform/pdf/testing/poppler";
import { currentEvidenceSigner, replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { outputOf } from "@/lib/platform/signing/testing";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const directory = mkdtempSync(join(tmpdir(), "reports-"));
process.env.DATA_DIR = directory;
writeFileSync(join(directory, "evidence-key.pem"), keptRsaKey("one", 4096), { mode: 0o600 });
process.env.LOG_LEVEL = "silent";
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const november = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-30T23:59:59.999Z" };
let clock: TestClock;
let ctx: Context;

beforeEach(async () => {
  // Sweeps process all organisations, so work left by other tests is cancelled.
  await pool().query("UPDATE report_schedules SET enabled = false, next_run_at = NULL");
  await pool().query("UPDATE reports SET status = 'FAILED', failure_reason = 'Over' WHERE status = 'GENERATING'");
  clock = createTestClock(Date.parse("2026-11-20T10:00:00.000Z"));
  ctx = await createTestContext(clock);
  const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
  const events = ["INFERENCE", "ALERT", "HUMAN_REVIEW", "CONFIG_CHANGE"].map((eventType, i) => ({
    ...{ modelId, eventType, severity: i === 1 ? "HIGH" : "INFO", payload: { overridden: true } },
  }));
  await appendBatch(ctx, events, false);
});

const keyOf = (reportId: string) => ({ organisationId: ctx.organisation.id, reportId });
const ask = (kind: ReportKind, format: ReportFormat = "JSON") =>
  requestReport(ctx, kind, RequestReport.parse({ dateRange: november, format }));
const person = async () => (await createTestPerson(ctx, "AUDITOR")).actor.id;
/** Generates the report in this process, as the worker does. */
const make = (id: string) => makeReport(keyOf(id), { clock, write: (key) => writeReport(key, { clock }) });

async function storedFile(id: string): Promise<Buffer> {
  const { rows } = await pool().query<{ key: string }>("SELECT storage_key AS key FROM reports WHERE id = $1", [id]);
  return Buffer.from(await new Response(await storage().read(rows[0]?.key ?? "")).arrayBuffer());
}

function signatureOf(bytes: Buffer): Promise<string> {
  const name = `${randomUUID()}.pdf`;
  writeFileSync(join(directory, name), bytes);
  return outputOf(directory, "pdfsig", "-nocert", join(directory, name));
}

async function kindsOnChain(): Promise<unknown[]> {
  const { rows } = await pool().query<{ kind: string }>(
    `SELECT content::json -> 'payload' ->> 'kind' AS kind FROM audit_events
     WHERE organisation_id = $1 AND content LIKE '%REPORT_%' ORDER BY chain_position`,
    [ctx.organisation.id],
  );
  return rows.map(({ kind }) => kind);
}

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await getReport(ctx, id);
  const token = new URL(downloadUrl ?? "", "http://localhost").searchParams.get("token") ?? undefined;
  const { open } = await openReport(ctx, { reportId: id, token });
  return Buffer.from(await new Response(await open(undefined)).arrayBuffer());
}

test("events from API callers do not affect the verification of an issued report", { tags: "full" }, async () => {
  const { id } = await ask("chain-integrity", "PDF");
  const payload = { kind: "REPORT_READY", reportId: id, fileHash: `sha256:${"0".repeat(64)}` };
  const models = "SELECT id FROM models WHERE organisation_id = $1";
  const { rows } = await pool().query<{ id: string }>(models, [ctx.organisation.id]);
  for (const { id: modelId } of rows) {
    const event = { modelId, eventType: "DATA_ACCESS", actor: { type: "SYSTEM", id: "reports" } };
    await expect(appendBatch(ctx, [{ ...event, payload }], false)).rejects.toMatchObject({ code: "validation_failed" });
    await appendBatch(ctx, [{ ...event, payload: { copy: payload } }], false);
  }
  // Simulates an event that a caller appended before such events were rejected.
  await inTransaction(undefined, (tx) => appendInTransaction(ctx, tx, [{ eventType: "DATA_ACCESS", payload }]));
  await make(id);
  const { fileHash } = await getReport(ctx, id);
  expect(await verifyPublishedReport(ctx, fileHash ?? "")).toMatchObject({ reportId: id, authentic: true });
});

describe.each(reportKinds)("a report of %s", (kind) => {
  const isDrawn = (format: string) => format !== "PDF" || kind === reportKinds[0];
  test.each(rowsOfThisRun(reportFormats, isDrawn))(
    "is generated as %s, is recorded on the chain, and its file matches its hash",
    async (format) => {
      const { id } = await ask(kind, format);
      expect(await make(id)).toEqual({ state: "ended" });
      const report = await getReport(ctx, id);
      expect(report).toMatchObject({ status: "READY", kind, format, progressPercent: 100, dateRange: november });
      const bytes = await bytesOf(id);
      expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(report.fileHash);
      expect(bytes.length).toBe(report.sizeBytes);
      expect(await kindsOnChain()).toEqual(["REPORT_REQUESTED", "REPORT_READY", "REPORT_DOWNLOADED"]);

      const document = await getReportDocument(ctx, id);
      expect(document).toMatchObject({
        id,
        kind,
        period: november,
        chain: { checkpoint: { size: document.chain.length } },
      });
      for (const { columns, rows } of document.tables) for (const row of rows) expect(row).toHaveLength(columns.length);
      if (format === "JSON") expect(JSON.parse(bytes.toString("utf8"))).toEqual(document);
      // The clock is in the period.
      expect(document.data).toMatchObject({ until: "2026-11-20T10:00:00.000Z" });
      const notices = ["NOT_OVER", "BEFORE_FIRST_RECORD", ...(kind === "shadow-ai" ? ["EMPTY"] : [])];
      expect(document.data?.notices.map(({ code }) => code)).toEqual(notices);
      if (format !== "PDF") {
        expect(document.signature).toBeNull();
        return;
      }
      const { id: keyId, name: signedBy } = await currentEvidenceSigner();
      expect(document.signature).toEqual({ keyId, signedBy, signedAt: "2026-11-20T10:00:00.000Z" });
      expect(await signatureOf(bytes)).toMatch(/Total document signed\n.*Signature is Valid\./s);
      const publicKeys = [{ ...listPublicKeys() }];
      expect(await verifyFile(bytes, { publicKeys })).toMatchObject({
        status: "intact",
        report: { id, key: { id: keyId } },
      });
      const appended = Buffer.concat([bytes, Buffer.from("\n")]);
      expect((await verifyFile(appended, { publicKeys })).status).toBe("tampered");
      const issued = { packageId: null, reportId: id, authentic: true, keyId, signedBy };
      expect(await verifyPublishedReport(ctx, report.fileHash ?? "")).toMatchObject(issued);
      const other = randomUUID().replaceAll("-", "").repeat(2);
      await pool().query("UPDATE reports SET file_hash = $1 WHERE id = $2", [`sha256:${other}`, id]);
      expect(await verifyPublishedReport(ctx, other)).toMatchObject({ reportId: id, authentic: false });
      // A repeated request is answered from the cache for a minute.
      expect(await verifyPublishedReport(ctx, report.fileHash ?? "")).toMatchObject(issued);
      const later = { clock: { now: () => ctx.clock.now() + 60_000 } };
      expect(await verifyPublishedReport(later, report.fileHash ?? "")).toBeUndefined();
      expect(await faultsOf(bytes)).toEqual([]);
      const pdf = await openPdf(bytes);
      const [firstPage] = await pdf.pages();
      for (const shown of ["The period has not ended", "first event on", "20 Nov 2026, 10:00:00 UTC", keyId]) {
        expect(firstPage?.replaceAll(/\s+/g, " ")).toContain(shown);
      }
      const text = (await pdf.pages()).join("\n");
      expect((await pdf.pages()).length).toBe(report.pages);
      for (const { label } of document.figures.slice(0, 4)) expect(text).toContain(label.split(" ")[0]);
      await pdf.close();
    },
  );
});

test("a report without data in its period has a notice", { tags: "full" }, async () => {
  const dateRange = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };
  for (const kind of reportKinds) {
    const { id } = await requestReport(ctx, kind, RequestReport.parse({ dateRange, format: "JSON" }));
    await make(id);
    const { data, figures } = await getReportDocument(ctx, id);
    expect(data).toMatchObject({
      verification: "NOT_VERIFIED",
      notices: [{ code: "BEFORE_FIRST_RECORD" }, { code: "EMPTY" }],
    });
    if (kind === "chain-integrity") expect(figures[0]).toMatchObject({ key: "verdict", value: "Not verified" });
  }
});

test("a chain integrity report counts and lists the checkpoints of the period", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { id } = await ask("chain-integrity");
    await make(id);
    ids.push(id);
  }
  const { figures, tables } = await getReportDocument(ctx, ids[1] ?? "");
  const rowsOf = (key: string) => tables.find((table) => table.key === key)?.rows ?? [];
  expect(figures.find(({ key }) => key === "checkpoints")?.value).toBe(2);
  const sizes = rowsOf("checkpoints").map(([, size]) => Number(size));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(sizes).toHaveLength(2);
  expect(rowsOf("keys").map(([, checkpoints]) => checkpoints)).toEqual([2]);
});

test("a chain integrity report counts events that are appended before its verification separately", async () => {
  const { rows } = await pool().query<{ size: number }>(
    "SELECT position::float8 AS size FROM chain_heads WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  const size = rows[0]?.size ?? 0;
  const payload = { dataset: "applications" };
  await inTransaction(undefined, (tx) => appendInTransaction(ctx, tx, [{ eventType: "DATA_ACCESS", payload }]));
  const { figures, verification } = await collectors["chain-integrity"]({
    ...{ organisationId: ctx.organisation.id, period: november, size, untilMs: clock.now(), clock },
    onProgress: () => undefined,
  });
  const figure = (key: string) => figures.find((one) => one.key === key);
  expect([figure("length-end")?.value, verification]).toEqual([size, "PASSED"]);
  expect(figure("verdict")?.note).toContain(`Verified events: ${size}, including ${size} received in the period.`);
  expect(figure("verdict")?.note).toContain("Also verified: 1 later event, not included in this report.");
});

test("the shadow AI report has the same counts as the API and the overview", async () => {
  const analyst = { ctx, clock, organisationId: ctx.organisation.id, modelId: "" };
  const detected = (iso: string) => ({ detectedAt: new Date(iso) });
  await openDetections(analyst, [
    ...[detected("2026-10-31T23:59:59.999Z"), detected("2026-11-02T00:00:00Z")],
    { ...detected("2026-11-09T00:00:00Z"), costBasis: "UNKNOWN" },
  ]);
  clock.nowMs = Date.parse("2026-10-30T10:00:00Z");
  await detectionIn(analyst, "RESOLVED");
  clock.nowMs = Date.parse("2026-11-20T10:00:00Z");
  await detectionIn(analyst, "RESOLVED");
  await detectionIn(analyst, "DISMISSED");
  const reopened = await detectionIn(analyst, "RESOLVED");
  await updateDetection(ctx, reopened.id, { status: "INVESTIGATING" });
  const undone = await detectionIn(analyst, "RESOLVED");
  clock.nowMs += 60_000;
  await undoStep(ctx, undone.id);
  clock.nowMs += 60_000;

  const { id } = await ask("shadow-ai");
  await make(id);
  const { figures, tables } = await getReportDocument(ctx, id);
  const figure = (key: string) => figures.find((one) => one.key === key)?.value;
  const { summary, trend } = await readStats(ctx);
  expect([figure("resolved"), figure("open")]).toEqual([
    ...[summary.resolvedThisMonth, summary.openDetections + summary.investigatingDetections],
  ]);
  expect([figure("resolved"), figure("open")]).toEqual([1, 5]);
  const inNovember = trend.detectionsLast30Days.filter(({ date }) => date >= "2026-11-01");
  expect(figure("opened")).toBe(inNovember.reduce((sum, { count }) => sum + count, 0));
  const { weekly, medianDecisionHours } = await readTrends(ctx.organisation.id, clock.now());
  expect(figure("resolution-median")).toBe(medianDecisionHours);
  const weeks = tables.find(({ key }) => key === "over-time")?.rows ?? [];
  // The first week of the report starts in October.
  for (const [week, opened, closed, dismissed] of weeks.slice(1)) {
    const shown = weekly.find((one) => one.week === week);
    expect([week, opened, Number(closed) + Number(dismissed)]).toEqual([week, shown?.opened ?? 0, shown?.closed ?? 0]);
  }
});

test("after an interruption, a finished file is published unchanged", { tags: "full" }, async () => {
  const { id } = await ask("audit-activity", "PDF");
  expect(await writeReport(keyOf(id), { clock })).toBe("written");
  expect(await getReport(ctx, id)).toMatchObject({ status: "GENERATING", fileHash: null, pages: null });
  const written = await storedFile(id);
  await replaceEvidenceKey();
  clock.nowMs += 60_000;
  await make(id);
  expect(await bytesOf(id)).toEqual(written);
  expect(await writeReport(keyOf(id), { clock })).toBe("ended");
  expect((await getReportDocument(ctx, id)).signature).toMatchObject({ signedAt: "2026-11-20T10:00:00.000Z" });
  expect(await signatureOf(written)).toContain("Signature is Valid.");
});

test("a report waits while another process generates it", async () => {
  const { id } = await ask("audit-activity");
  const lock = `report ${ctx.organisation.id} ${id}`;
  await withDocumentLock(lock, async () => expect(await make(id)).toEqual({ state: "waiting" }));
  expect(await make(id)).toEqual({ state: "ended" });
});

test("a report covers the events up to its request and no later ones", async () => {
  const { id } = await ask("audit-activity");
  await make(id);
  const { figures, chain } = await getReportDocument(ctx, id);
  // Four events, the registration's own, and the request for the report.
  expect(figures.find(({ key }) => key === "events")?.value).toBe(chain.length);
  expect(figures.find(({ key }) => key === "overrides")?.value).toBe(1);
});

test("generating a READY or FAILED report again changes nothing", async () => {
  const { id } = await ask("audit-activity");
  await failReport(keyOf(id), "There was no such luck.", clock);
  await make(id);
  expect(await getReport(ctx, id)).toMatchObject({ status: "FAILED", failureReason: "There was no such luck." });
  await expect(getReportDocument(ctx, id)).rejects.toMatchObject({ code: "conflict" });
  expect(await kindsOnChain()).toEqual(["REPORT_REQUESTED", "REPORT_FAILED"]);
});

test("a report without a heartbeat is retried, and fails after many attempts", async () => {
  const { id } = await ask("audit-activity");
  expect(await sweepReports(clock)).toBe(0);
  clock.nowMs += 6_000;
  expect(await sweepReports(clock)).toBe(1);
  // A waiting report is requested again every ten minutes, and never fails.
  for (let time = 1; time < 15; time++) {
    clock.nowMs += 11 * 60_000;
    expect(await sweepReports(clock)).toBe(1);
  }
  await pool().query("UPDATE reports SET progress_percent = 1 WHERE id = $1", [id]);
  clock.nowMs += 19_000;
  expect(await sweepReports(clock)).toBe(0);
  clock.nowMs += 2_000;
  expect(await sweepReports(clock)).toBe(1);
  for (let time = 1; time < 12; time++) {
    clock.nowMs += 11 * 60_000;
    expect(await sweepReports(clock)).toBe(1);
    expect(await getReport(ctx, id)).toMatchObject({ status: "GENERATING" });
  }
  clock.nowMs += 11 * 60_000;
  await sweepReports(clock);
  expect(await getReport(ctx, id)).toMatchObject({ status: "FAILED" });
});

const monthly = (given: object = {}) =>
  CreateReportSchedule.parse({
    ...{ name: "Monthly", kind: "shadow-ai", cron: "0 7 1 * *", timeZone: "Europe/London", covers: "PREVIOUS_MONTH" },
    ...given,
  });

describe("a schedule", () => {
  test("requests one report for the previous period when due, and e-mails a link to recipients who can sign in", async () => {
    const [member, disabled] = [await person(), await person()];
    await pool().query("UPDATE members SET disabled_at = now() WHERE id = $1", [disabled]);
    const schedule = await createSchedule(ctx, monthly({ recipients: [member, disabled], format: "JSON" }));
    expect(schedule.nextRunAt).toBe("2026-12-01T07:00:00.000Z");
    expect(await startDueReports(clock)).toBe(0);

    clock.nowMs = Date.parse("2026-12-01T07:00:30.000Z");
    const started = await Promise.all([1, 2, 3].map(() => startDueReports(clock)));
    expect(started.reduce((sum, one) => sum + one, 0)).toBe(1);
    const { data } = await listReports(ctx, { limit: 25, scheduleId: schedule.id });
    expect(data).toMatchObject([{ kind: "shadow-ai", status: "GENERATING", dateRange: november }]);
    const after = await getSchedule(ctx, schedule.id);
    expect(after).toMatchObject({ nextRunAt: "2027-01-01T07:00:00.000Z", lastReportId: data[0]?.id });

    await make(data[0]?.id ?? "");
    const { rows } = await pool().query<{ recipient: string; subject: string }>(
      "SELECT recipient, subject FROM mail_messages WHERE organisation_id = $1 AND template = 'report-ended'",
      [ctx.organisation.id],
    );
    expect(rows).toMatchObject([{ subject: "Report: Monthly" }]);
  });

  test("requests only the latest missed report after a downtime", async () => {
    const { id } = await createSchedule(ctx, monthly());
    clock.nowMs = Date.parse("2027-04-10T00:00:00.000Z");
    expect([await startDueReports(clock), await startDueReports(clock)]).toEqual([1, 0]);
    const { data } = await listReports(ctx, { limit: 25, scheduleId: id });
    expect(data.map(({ dateRange }) => dateRange)).toEqual([
      { from: "2027-03-01T00:00:00.000Z", to: "2027-03-31T22:59:59.999Z" },
    ]);
    expect(await getSchedule(ctx, id)).toMatchObject({ nextRunAt: "2027-05-01T06:00:00.000Z" });
  });

  test("requests nothing while paused, and continues when it is enabled again", async () => {
    const { id } = await createSchedule(ctx, monthly());
    expect(await updateSchedule(ctx, id, { enabled: false })).toMatchObject({ nextRunAt: null });
    clock.nowMs = Date.parse("2027-02-10T00:00:00.000Z");
    expect(await startDueReports(clock)).toBe(0);
    expect(await updateSchedule(ctx, id, { enabled: true })).toMatchObject({ nextRunAt: "2027-03-01T07:00:00.000Z" });
    expect(await startDueReports(clock)).toBe(0);
    await deleteSchedule(ctx, id);
    await expect(getSchedule(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await kindsOnChain()).toEqual([
      ...["REPORT_SCHEDULE_CREATED", "REPORT_SCHEDULE_UPDATED", "REPORT_SCHEDULE_UPDATED", "REPORT_SCHEDULE_DELETED"],
    ]);
  });

  test("is changed only with its current version, and an identical update changes nothing", async () => {
    const { id } = await createSchedule(ctx, monthly());
    await expect(updateSchedule(ctx, id, { name: "Other" }, '"another"')).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await expect(updateSchedule(ctx, id, { cron: "* * * * *" })).rejects.toMatchObject({ code: "validation_failed" });
    await updateSchedule(ctx, id, { name: "Monthly", recipients: [] });
    expect(await kindsOnChain()).toEqual(["REPORT_SCHEDULE_CREATED"]);
  });
});

test("retention deletes finished reports with their files, but not running or held ones", async () => {
  const [{ id: old }, { id: making }] = [await ask("audit-activity"), await ask("audit-activity")];
  await make(old);
  const { rows } = await pool().query<{ key: string }>("SELECT storage_key AS key FROM reports WHERE id = $1", [old]);
  const key = rows[0]?.key ?? "";
  const run = (kept: { fromMs: number; toMs: number }[]) =>
    inTransaction(undefined, (tx) =>
      deleteOldReports(tx, ctx.organisation.id, { before: new Date(clock.nowMs + 1), kept, take: 10 }),
    );
  // Simulates a report that is older than thirty days.
  await pool().query("UPDATE reports SET created_at = '2020-01-01' WHERE organisation_id = $1", [ctx.organisation.id]);
  expect(await run([{ fromMs: Date.parse(november.to), toMs: Number.POSITIVE_INFINITY }])).toBe(0);
  expect(await run([])).toBe(1);
  expect(await storage().sizeOf(key)).toBeUndefined();
  await expect(getReport(ctx, old)).rejects.toMatchObject({ code: "not_found" });
  expect(await getReport(ctx, making)).toMatchObject({ status: "GENERATING" });
});
