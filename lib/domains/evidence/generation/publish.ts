import type { PackageFormat } from "@/lib/domains/evidence/enums";
import { decided, packageFiles, removeDrafts, type StepInput } from "@/lib/domains/evidence/generation/work";
import { changeLocked, recordPackageChange } from "@/lib/domains/evidence/package-changes";
import { downloadUrlExpiry } from "@/lib/domains/evidence/packages";
import type { PackageCoverage, PackageSummary } from "@/lib/domains/evidence/schemas";
import { changePackage, type PackageKey, type StoredPackage } from "@/lib/domains/evidence/store";
import { publish } from "@/lib/domains/webhooks";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";
import { downloadUrl } from "@/lib/platform/documents/download";
import { storage } from "@/lib/platform/storage";

/** Puts the finished file where it is downloaded from, and removes what the steps left for each other. */
export async function storeFile({ key, generation, work }: StepInput): Promise<{ storageKey: string }> {
  decided(work, "sign");
  const files = packageFiles(key, generation.format);
  await storage().move(files.packageDraft, files.package);
  await removeDrafts(key, generation.format);
  return { storageKey: files.package };
}

/** Makes the package READY and tells so. */
export async function publishStep({ key, work, clock }: StepInput): Promise<undefined> {
  const { expiresAt } = decided(work, "collect");
  const { summary, coverage } = decided(work, "render");
  const result = {
    summary,
    coverage,
    ...decided(work, "sign"),
    ...decided(work, "store"),
    expiresAt,
  };
  await publishPackage(key, result, clock);
}

/** What a generation made. */
export interface PackageResult {
  /** `sha256:` and hex: the SHA-256 of the file's bytes. */
  packageHash: string;
  /** Base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the same bytes. */
  packageSignature: string;
  keyId: string;
  /** Common name of the key's certificate. */
  signedBy: string;
  /** null for JSON. */
  pages: number | null;
  sizeBytes: number;
  /** Where the file is in the storage. */
  storageKey: string;
  summary: PackageSummary;
  coverage: PackageCoverage;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`: when the package expires. */
  expiresAt: string;
}

/**
 * Makes the package READY, publishes `evidence.ready` and records the event, in one transaction. A repeat does nothing.
 */
export async function publishPackage(key: PackageKey, result: PackageResult, clock: Clock): Promise<void> {
  await changeLocked(key, { becomes: "READY", clock }, async ({ tx, ctx }) => {
    const nowMs = clock.now();
    const ready = await storeResult(tx, key, result, nowMs);
    await publish(tx, {
      organisation: ctx.organisation,
      clock,
      type: "evidence.ready",
      data: readyData(ready, result),
      sourceKey: `evidence.ready ${key.packageId}`,
      occurredAtMs: nowMs,
    });
    const { packageHash, keyId, sizeBytes } = result;
    await recordPackageChange(ctx, tx, {
      kind: "EVIDENCE_READY",
      stored: ready,
      more: { packageHash, keyId, sizeBytes },
      at: ready.generatedAt,
    });
  });
}

type ReadyPackage = StoredPackage & { generatedAt: Date; downloadUrlExpiresAt: Date };

async function storeResult(
  tx: Transaction,
  { organisationId, packageId }: PackageKey,
  result: PackageResult,
  nowMs: number,
): Promise<ReadyPackage> {
  const { packageHash, packageSignature, keyId, signedBy, pages, storageKey } = result;
  const expiresAt = new Date(result.expiresAt);
  const downloadUrlExpiresAt = downloadUrlExpiry(nowMs, expiresAt);
  const stored = await changePackage(tx, organisationId, packageId, {
    ...{ packageHash, packageSignature, keyId, signedBy, pages, storageKey },
    status: "READY",
    progressStep: null,
    progressPercent: 100,
    summary: JSON.stringify(result.summary),
    coverage: JSON.stringify(result.coverage),
    sizeBytes: BigInt(result.sizeBytes),
    generatedAt: new Date(nowMs),
    expiresAt,
    downloadUrlExpiresAt,
  });
  return { ...stored, generatedAt: new Date(nowMs), downloadUrlExpiresAt };
}

function readyData(stored: ReadyPackage, result: PackageResult) {
  const { id, modelId, modelName, framework, format, dateFrom, dateTo, generatedAt, downloadUrlExpiresAt } = stored;
  const { summary, packageHash, packageSignature, pages, expiresAt } = result;
  return {
    id,
    status: "READY" as const,
    modelId,
    modelName,
    framework,
    dateRange: { from: dateFrom.toISOString(), to: dateTo.toISOString() },
    summary,
    downloadUrl: downloadUrl("evidence", id, downloadUrlExpiresAt.getTime()),
    downloadUrlExpiresAt: downloadUrlExpiresAt.toISOString(),
    packageHash,
    packageSignature,
    pages,
    format: format as PackageFormat,
    generatedAt: generatedAt.toISOString(),
    expiresAt,
  };
}
