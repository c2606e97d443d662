import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Report } from "@/lib/domains/reports/schemas";
import { exampleDocument } from "@/lib/domains/reports/schemas";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { dataDirectory } from "../../support/application";
import type { TestOrganisation } from "../../support/organisation";

/** Inserts the row and the file of a finished report, which triggers no background work. Returns its ID. */
export async function insertReport(
  { id: organisationId }: TestOrganisation,
  status: "READY" | "FAILED",
): Promise<string> {
  const id = newId("report");
  const file = Buffer.from(`{ "of": "${id}" }\n`);
  const storageKey = `reports/${organisationId}/${id}.json`;
  const path = join(dataDirectory, "files", storageKey);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file);
  const document = JSON.stringify({ ...exampleDocument, id });
  const fileHash = `sha256:${createHash("sha256").update(file).digest("hex")}`;
  const isReady = status === "READY";
  await pool().query(
    `INSERT INTO reports (id, organisation_id, kind, date_from, date_to, format, status, requested_by, created_at,
       failure_reason, document, file_hash, size_bytes, storage_key, generated_at)
     VALUES ($1, $2, 'audit-activity', '2026-01-01', '2026-02-01', 'JSON', $3, '{"type":"SYSTEM","id":"e2e"}', now(),
       $4, $5, $6, $7, $8, CASE WHEN $9 THEN now() END)`,
    [
      ...[id, organisationId, status, isReady ? null : "There was no such luck."],
      ...[document, fileHash, file.length, storageKey].map((value) => (isReady ? value : null)),
      isReady,
    ],
  );
  return id;
}

/** The token in the download URL that the service returns for a report. */
export async function reportToken({ api }: TestOrganisation, reportId: string): Promise<string> {
  const { body } = await api.get<Report>(`/v1/reports/${reportId}`);
  return new URL(body.downloadUrl ?? "").searchParams.get("token") ?? "";
}

/** A schedule that is not due. */
export async function makeSchedule(
  { api }: TestOrganisation,
  headers: Record<string, string> = {},
): Promise<{ id: string }> {
  const given = { name: "Quiet", kind: "shadow-ai", cron: "0 7 1 * *", covers: "PREVIOUS_MONTH", enabled: false };
  return (await api.post<{ id: string }>("/v1/report-schedules", given, headers)).body;
}
