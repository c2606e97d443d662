import { createHash } from "node:crypto";
import { PDF } from "@libpdf/core";
import { reportFormats, reportKinds } from "@/lib/domains/reports/enums";
import type { Report, ReportDocument, ReportList } from "@/lib/domains/reports/schemas";
import type { ReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { apiClient } from "../support/api";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun, rowsOfThisRun, sampled } from "../support/scope";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";
import { insertReport, reportToken } from "./support/reports";

const today = () => ({ from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() });

async function finished({ api }: TestOrganisation, id: string): Promise<Report> {
  const read = async () => (await api.get<Report>(`/v1/reports/${id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 120_000 }).not.toBe("GENERATING");
  return read();
}

/** A record of a CSV with quoted cells (RFC 4180), parsed independently of the code under test. */
function recordsOf(csv: string): string[][] {
  const records: string[][] = [];
  for (const [, start, quoted, plain] of csv.matchAll(/(^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)) {
    if (start !== ",") records.push([]);
    records.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return records.filter((record) => record.length > 1);
}

/** The journey in e2e/dashboard/reports.spec.ts generates a PDF, which takes the longest. */
const formats = rowsOfThisRun(reportFormats, (format) => format !== "PDF");

for (const kind of reportKinds) {
  test(
    `${kind}: is generated in each format, downloaded by its URL without a key, and matches its hash`,
    sampled(kind === "chain-integrity"),
    async ({ application, organisation }) => {
      test.setTimeout(300_000);
      const { api } = organisation;
      const { id: modelId } = await organisation.model({ name: "Credit scoring" });
      await api.post("/v1/audit", { modelId, eventType: "HUMAN_REVIEW", payload: { overridden: true } });
      const dateRange = today();
      const documents: ReportDocument[] = [];
      for (const format of formats) {
        const headers = { "Idempotency-Key": `ide_${format}` };
        const asked = await api.post<Report>(`/v1/reports/${kind}`, { dateRange, format }, headers);
        expect(asked).toMatchObject({ status: 202, body: { kind, format, status: "GENERATING", dateRange } });
        const { id } = asked.body;
        expect(asked.headers.get("location")).toBe(`/v1/reports/${id}`);
        const again = await api.post<Report>(`/v1/reports/${kind}`, { dateRange, format }, headers);
        expect([again.body.id, again.headers.get("idempotent-replayed")]).toEqual([id, "true"]);

        const made = await finished(organisation, id);
        expect(made).toMatchObject({ status: "READY", failureReason: null, progressPercent: 100, scheduleId: null });
        const url = new URL(made.downloadUrl ?? "");
        const answer = await fetch(new URL(url.pathname + url.search, application.url));
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(made.fileHash);
        expect(answer.headers.get("content-length")).toBe(String(made.sizeBytes));
        expect(answer.headers.get("content-disposition")).toContain(`${id}.${format.toLowerCase()}`);

        const { body: document } = await api.get<ReportDocument>(`/v1/reports/${id}/document`);
        documents.push(document);
        expect(document).toMatchObject({ id, kind, chain: { withoutCheckpoint: null } });
        if (format === "JSON") expect(JSON.parse(bytes.toString("utf8"))).toEqual(document);
        if (format === "PDF") {
          expect((await PDF.load(bytes)).getPageCount()).toBe(made.pages);
          expect(bytes.includes("ETSI.CAdES.detached")).toBe(true);
          const key = await fetch(new URL(`/v1/verify/keys/${document.signature?.keyId}.pem`, application.url));
          expect(key.status).toBe(200);
        }
        if (format === "CSV") {
          const records = recordsOf(bytes.toString("utf8"));
          expect(records.every(({ length }) => length === 4)).toBe(true);
          const figures = records.filter(([part]) => part === "figures").map(([, , name, value]) => [name, value]);
          expect(figures).toEqual(document.figures.map(({ key, value }) => [key, value === null ? "" : String(value)]));
        }
      }
      const events = await api.get<{ data: { payload: { kind: string } }[] }>(
        "/v1/audit?eventType=DATA_ACCESS&limit=100",
      );
      const kinds = events.body.data.map(({ payload }) => payload.kind);
      for (const what of ["REPORT_REQUESTED", "REPORT_READY", "REPORT_DOWNLOADED"]) {
        expect(kinds.filter((name) => name === what)).toHaveLength(formats.length);
      }
      // The document states the chain state at its creation: that state is signed, and still on the chain.
      for (const { chain } of documents) {
        const verified = await api.post("/v1/audit/verify-chain", { expectedHead: chain.checkpoint });
        expect(verified).toMatchObject({ status: 200, body: { status: "ok", verdicts: { anchor: "ok" } } });
      }
      await expectIntactChain(api);
    },
  );
}

test(
  "a due schedule generates its report once, and e-mails its recipients a link",
  onlyInFullRun,
  async ({ organisation, database }) => {
    test.setTimeout(240_000);
    const { api } = organisation;
    const invited = await api.post<{ id: string }>("/v1/members", {
      email: `${organisation.id.replace("_", "-")}@example.com`,
      ...{ name: "Ada Analyst", role: "ANALYST" },
    });
    const schedule = await api.post<ReportSchedule>("/v1/report-schedules", {
      ...{ name: "Daily activity", kind: "audit-activity", format: "JSON", cron: "0 7 * * *", covers: "PREVIOUS_DAY" },
      ...{ timeZone: "Europe/London", recipients: [invited.body.id] },
    });
    expect(schedule).toMatchObject({ status: 201, body: { enabled: true, lastReportId: null } });
    const { id } = schedule.body;
    await database.owner.query("UPDATE members SET joined_at = now() WHERE id = $1", [invited.body.id]);
    await database.owner.query("UPDATE report_schedules SET next_run_at = now() - interval '40 days' WHERE id = $1", [
      id,
    ]);

    const list = async () => (await api.get<ReportList>(`/v1/reports?scheduleId=${id}`)).body.data;
    await expect.poll(async () => (await list()).length, { timeout: 120_000 }).toBe(1);
    const [report] = await list();
    const made = await finished(organisation, report?.id ?? "");
    expect(made).toMatchObject({ status: "READY", scheduleId: id, requestedBy: { type: "SYSTEM" } });
    const after = await api.get<ReportSchedule>(`/v1/report-schedules/${id}`);
    expect(Date.parse(after.body.nextRunAt ?? "")).toBeGreaterThan(Date.now());
    expect(after.body.lastReportId).toBe(made.id);
    const mails = await api.get<{ data: { template: string; subject: string }[] }>("/v1/mails");
    expect(mails.body.data.filter(({ template }) => template === "report-ended")).toMatchObject([
      { subject: "Report: Daily activity" },
    ]);
    expect(await list()).toHaveLength(1);
  },
);

test("a schedule is paused, updated by version, and deleted", async ({ organisation }) => {
  const { api } = organisation;
  const given = { name: "Weekly", kind: "shadow-ai", cron: "0 7 * * 1", covers: "PREVIOUS_WEEK" };
  const created = await api.post<ReportSchedule>("/v1/report-schedules", given);
  expect(created).toMatchObject({ status: 201, body: { ...given, format: "PDF", timeZone: "UTC", recipients: [] } });
  const path = created.headers.get("location") ?? "";
  const tag = created.headers.get("etag") ?? "";
  expect(await api.patch(path, { enabled: false }, { "If-Match": tag })).toMatchObject({
    status: 200,
    body: { enabled: false, nextRunAt: null },
  });
  expect(await api.patch(path, { name: "Other" }, { "If-Match": tag })).toMatchObject({ status: 412 });
  expect((await api.delete(path)).status).toBe(204);
  expect((await api.get(path)).status).toBe(404);
  expect((await api.delete(path)).status).toBe(404);
});

test("returns 404 for another organisation's report, and serves a file only with its own token", async ({
  application,
  organisation,
  otherOrganisation,
}) => {
  const [own, other] = [await insertReport(organisation, "READY"), await insertReport(otherOrganisation, "READY")];
  const missing = await organisation.api.get("/v1/reports/rep_01kahbc2g8m9n4q6r1s7t3v5wx");
  const foreign = await organisation.api.get(`/v1/reports/${other}`);
  expect([foreign.status, (foreign.body as { error: string }).error]).toEqual([
    missing.status,
    (missing.body as { error: string }).error,
  ]);
  const anybody = apiClient(application.url);
  const token = await reportToken(organisation, own);
  expect((await anybody.get(`/v1/reports/${own}/download?token=${token}`)).status).toBe(200);
  for (const wrong of [`${other}/download?token=${token}`, `${own}/download?token=${token}x`, `${own}/download`]) {
    expect((await anybody.get(`/v1/reports/${wrong}`)).status).toBe(404);
  }
});

test("a key needs reports:write to request reports and reports:read to read them", async ({
  organisation,
  application,
}) => {
  const reader = apiClient(application.url, (await organisation.key(["reports:read"])).key);
  const writer = apiClient(application.url, (await organisation.key(["reports:write"])).key);
  expect((await reader.get("/v1/reports")).status).toBe(200);
  expect(await reader.post("/v1/reports/shadow-ai", { dateRange: today() })).toMatchObject({ status: 403 });
  expect(await writer.get("/v1/reports")).toMatchObject({ status: 403, body: { requiredScope: "reports:read" } });
});
