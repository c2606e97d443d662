import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendBatch } from "@/lib/domains/audit-chain";
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
} from "@/lib/domains/reports";
import { type ReportFormat, type ReportKind, reportFormats, reportKinds } from "@/lib/domains/reports/enums";
import { writeReport } from "@/lib/domains/reports/generation/write-report";
import { RequestReport } from "@/lib/domains/reports/schemas";
import { CreateReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { openPdf } from "@/lib/platform/pdf/testing/poppler";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const directory = mkdtempSync(join(tmpdir(), "reports-"));
process.env.DATA_DIR = directory;
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
/** Makes it in this process, as the worker would. */
const make = (id: string) => makeReport(keyOf(id), { clock, write: (key) => writeReport(key, { clock }) });

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

describe.each(reportKinds)("a report of %s", (kind) => {
  test.each(reportFormats)(
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
      if (format !== "PDF") return;
      const pdf = await openPdf(bytes);
      const text = (await pdf.pages()).join("\n");
      expect((await pdf.pages()).length).toBe(report.pages);
      for (const { label } of document.figures.slice(0, 4)) expect(text).toContain(label.split(" ")[0]);
      await pdf.close();
    },
  );
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
  for (let time = 0; time < 6; time++) {
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
  // As if it were older than the thirty days that the database holds.
  await pool().query("UPDATE reports SET created_at = '2020-01-01' WHERE organisation_id = $1", [ctx.organisation.id]);
  expect(await run([{ fromMs: Date.parse(november.to), toMs: Number.POSITIVE_INFINITY }])).toBe(0);
  expect(await run([])).toBe(1);
  expect(await storage().sizeOf(key)).toBeUndefined();
  await expect(getReport(ctx, old)).rejects.toMatchObject({ code: "not_found" });
  expect(await getReport(ctx, making)).toMatchObject({ status: "GENERATING" });
});
