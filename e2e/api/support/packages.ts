import { createHash, createPublicKey } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type PackageResult, publishPackage } from "@/lib/domains/evidence/generation/publish";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { examplePackage } from "@/lib/domains/evidence/schemas-examples";
import { isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import { secretFile } from "@/lib/platform/crypto/secret-file";
import { pool } from "@/lib/platform/database/db";
import { readRsaPrivateKey, rsaPublicKeyOf, signSha256Digest } from "@/lib/platform/signing/rsa";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";
import { dataDirectory } from "../../support/application";
import type { TestOrganisation } from "../../support/organisation";

/** The size of an inserted package's file. */
export const packageBytes = 4_096;

export interface InsertedPackage {
  id: string;
  packageHash: string;
}

/**
 * Inserts a package without generating it. Its heartbeat keeps sweeps from starting the generation. A READY package is published as usual:
 * its file is stored and signed with the application's key, and an event is recorded on the chain.
 */
export async function insertPackage(
  organisation: TestOrganisation,
  modelId: string,
  status: "GENERATING" | "READY" | "FAILED",
): Promise<InsertedPackage> {
  const id = newId("evidencePackage");
  const result = signedResult(organisation, id);
  await pool().query(
    `INSERT INTO evidence_packages (id, organisation_id, model_id, model_name, framework, mapping_version, date_from, date_to,
       format, sections, include_chain_proof, include_human_oversight, requested_by, status, failure_reason, created_at,
       heartbeat_at)
     VALUES ($1, $2, $3, 'Test model', 'EU_AI_ACT_ANNEX_IV', '2026-11-20', '2026-01-01', '2026-02-01', 'PDF',
       '{RISK_MANAGEMENT}', true, true, '{"type":"SYSTEM","id":"e2e"}', $4, $5, now(), now())`,
    [
      ...[id, organisation.id, modelId, status === "FAILED" ? "FAILED" : "GENERATING"],
      status === "FAILED" ? "There was no such luck." : null,
    ],
  );
  if (status === "READY") {
    await writeStored(result.storageKey, fileOf(id));
    await publishPackage({ organisationId: organisation.id, packageId: id }, result, systemClock);
  }
  return { id, packageHash: result.packageHash };
}

/** The token in the download URL that the service returns for a package. */
export async function downloadToken({ api }: TestOrganisation, packageId: string): Promise<string> {
  const { body } = await api.get<EvidencePackage>(`/v1/evidence/${packageId}`);
  return new URL(body.downloadUrl ?? "").searchParams.get("token") ?? "";
}

function fileOf(id: string): Buffer {
  return Buffer.alloc(packageBytes, `%PDF-1.7 of ${id}\n`);
}

function signedResult(organisation: TestOrganisation, id: string): PackageResult {
  const digest = createHash("sha256").update(fileOf(id)).digest();
  const privateKey = readRsaPrivateKey(applicationKey());
  return {
    packageHash: `sha256:${digest.toString("hex")}`,
    packageSignature: signSha256Digest(privateKey, digest).toString("base64"),
    keyId: rsaPublicKeyOf(createPublicKey(privateKey)).id,
    signedBy: "Test signer",
    pages: 3,
    sizeBytes: packageBytes,
    storageKey: `evidence/${organisation.id}/${id}.pdf`,
    summary: examplePackage.summary,
    coverage: examplePackage.coverage,
    mappingVersion: examplePackage.mappingVersion,
    expiresAt: isoMilliseconds(systemClock.now() + 365 * 86_400_000),
  };
}

/** The key that signs packages in the applications of this run, created if no package has been signed yet. */
function applicationKey(): string {
  return secretFile(join(dataDirectory, "evidence-key.pem"), () => keptRsaKey("one", 4096));
}

async function writeStored(storageKey: string, file: Buffer): Promise<void> {
  const path = join(dataDirectory, "files", storageKey);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file);
}
