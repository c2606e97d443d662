import { downloadUrl } from "@/lib/evidence/download-token";
import { statusAt } from "@/lib/evidence/package-status";
import type { EvidencePackage, EvidencePackageListItem } from "@/lib/evidence/schemas";
import type { StoredPackage } from "@/lib/evidence/store";
import type { FrameworkId, GenerationStep, PackageFormat } from "@/lib/evidence/vocabulary";

/** A stored package as callers see it at a time; `isHeld`: a legal hold keeps it though its time is over. */
export function toPackage(stored: StoredPackage, nowMs: number, isHeld: boolean): EvidencePackage {
  const { status, sections, includeChainProof, includeHumanOversight, recipientName, notes } = stored;
  const { mappingVersion, failureReason, packageHash, packageSignature, keyId, signedBy } = stored;
  return {
    ...toListItem(stored, nowMs, isHeld),
    ...{ mappingVersion, sections, includeChainProof, includeHumanOversight, recipientName, notes },
    ...{ failureReason, packageHash, packageSignature, keyId, signedBy },
    summary: parsed<EvidencePackage["summary"]>(stored.summary),
    coverage: parsed<EvidencePackage["coverage"]>(stored.coverage),
    requestedBy: JSON.parse(stored.requestedBy) as EvidencePackage["requestedBy"],
    progress: status === "GENERATING" ? progressOf(stored) : null,
    sizeBytes: stored.sizeBytes === null ? null : Number(stored.sizeBytes),
    downloadUrl: workingUrl(stored, nowMs, isHeld),
    downloadUrlExpiresAt: stored.downloadUrlExpiresAt?.toISOString() ?? null,
  };
}

/** The same as a list shows it. */
export function toListItem(stored: StoredPackage, nowMs: number, isHeld: boolean): EvidencePackageListItem {
  const { id, modelId, modelName, framework, format, pages, dateFrom, dateTo } = stored;
  return {
    ...{ id, modelId, modelName, pages },
    status: statusAt(stored, nowMs, isHeld),
    held: isHeld,
    framework: framework as FrameworkId,
    format: format as PackageFormat,
    dateRange: { from: dateFrom.toISOString(), to: dateTo.toISOString() },
    createdAt: stored.createdAt.toISOString(),
    generatedAt: stored.generatedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt?.toISOString() ?? null,
  };
}

function workingUrl(stored: StoredPackage, nowMs: number, isHeld: boolean): string | null {
  const expiresAtMs = stored.downloadUrlExpiresAt?.getTime() ?? 0;
  return statusAt(stored, nowMs, isHeld) === "READY" && nowMs < expiresAtMs
    ? downloadUrl(stored.id, expiresAtMs)
    : null;
}

function progressOf({ progressStep, progressPercent }: StoredPackage): EvidencePackage["progress"] {
  return progressStep === null ? null : { step: progressStep as GenerationStep, percent: progressPercent };
}

function parsed<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}
