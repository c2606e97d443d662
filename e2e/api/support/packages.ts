import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pool } from "@/lib/db";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import { examplePackage } from "@/lib/evidence/schemas-examples";
import { newId } from "@/lib/ids";
import { dataDirectory } from "../../support/application";
import type { TestOrganisation } from "../../support/organisation";

/** How large the file of an inserted package is. */
export const packageBytes = 4_096;

export interface InsertedPackage {
  id: string;
  packageHash: string;
}

/**
 * A package as its row and its file would stand had it been generated: nothing goes on in the background because of it. Its
 * signature is none.
 */
export async function insertPackage(
  organisation: TestOrganisation,
  modelId: string,
  status: "GENERATING" | "READY" | "FAILED",
): Promise<InsertedPackage> {
  const id = newId("evidencePackage");
  const file = Buffer.alloc(packageBytes, `%PDF-1.7 of ${id}\n`);
  const packageHash = `sha256:${createHash("sha256").update(file).digest("hex")}`;
  const storageKey = `evidence/${organisation.id}/${id}.pdf`;
  const isReady = status === "READY";
  if (isReady) await writeStored(storageKey, file);
  const ready = [packageHash, "bm9uZQ==", "0000000000000000", "Nobody", 3, file.length, storageKey];
  const texts = [JSON.stringify(examplePackage.summary), JSON.stringify(examplePackage.coverage)];
  await pool().query(
    `INSERT INTO evidence_packages (id, organisation_id, model_id, model_name, framework, mapping_version, date_from, date_to,
       format, sections, include_chain_proof, include_human_oversight, requested_by, status, failure_reason, created_at,
       package_hash, package_signature, key_id, signed_by, pages, size_bytes, storage_key, summary, coverage, generated_at,
       expires_at, download_url_expires_at)
     VALUES ($1, $2, $3, 'Test model', 'EU_AI_ACT_ANNEX_IV', '2026-11-20', '2026-01-01', '2026-02-01', 'PDF',
       '{RISK_MANAGEMENT}', true, true, '{"type":"SYSTEM","id":"e2e"}', $4, $5, now(), $6, $7, $8, $9, $10, $11, $12, $13, $14,
       CASE WHEN $15 THEN now() END, CASE WHEN $15 THEN now() + interval '1 year' END,
       CASE WHEN $15 THEN now() + interval '1 day' END)`,
    [
      ...[id, organisation.id, modelId, status, status === "FAILED" ? "There was no such luck." : null],
      ...[...ready, ...texts].map((value) => (isReady ? value : null)),
      isReady,
    ],
  );
  return { id, packageHash };
}

/** The token of the download URL that the service answers for a package. */
export async function downloadToken({ api }: TestOrganisation, packageId: string): Promise<string> {
  const { body } = await api.get<EvidencePackage>(`/v1/evidence/${packageId}`);
  return new URL(body.downloadUrl ?? "").searchParams.get("token") ?? "";
}

async function writeStored(storageKey: string, file: Buffer): Promise<void> {
  const path = join(dataDirectory, "files", storageKey);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file);
}
