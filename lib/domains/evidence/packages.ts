import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { FrameworkId, GenerationStep, PackageFormat, PackageStatus } from "@/lib/domains/evidence/enums";
import { findWork } from "@/lib/domains/evidence/generation-store";
import type {
  DocumentCounts,
  EvidencePackage,
  EvidencePackageList,
  EvidencePackageListItem,
  ListEvidence,
  StoredCoverage,
} from "@/lib/domains/evidence/schemas";
import { ChainPart } from "@/lib/domains/evidence/schemas-bundle";
import { coverageHeadline, packageDocumentCounts } from "@/lib/domains/evidence/schemas-coverage";
import {
  findIdsShowing,
  findPackage,
  listed,
  readPackageCounts,
  readStoredReadiness,
  type StoredPackage,
} from "@/lib/domains/evidence/store";
import { activeExtents, covers, type Extent } from "@/lib/domains/legal-holds";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";
import { downloadUrl } from "@/lib/platform/documents/download";
import { listPage } from "@/lib/platform/resource/list-page";

/** A package of the organisation, in any status; throws `not_found`. */
export async function getPackage(ctx: Context, id: string): Promise<EvidencePackage> {
  const stored = await findPackage(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("evidence package");
  const nowMs = ctx.clock.now();
  return toPackage(stored, nowMs, await isHeldPast(ctx.tx, stored, nowMs));
}

/** The organisation's packages, newest first. Throws `invalid_cursor`. */
export async function listPackages(ctx: Context, query: ListEvidence): Promise<EvidencePackageList> {
  const { limit: _limit, cursor: _cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const holds = await activeExtents(ctx.tx, organisationId);
  const list = listed(organisationId, filter, { now: new Date(nowMs), holds });
  const { rows, pagination } = await listPage(ctx, { name: "evidence-packages", query, ...list });
  return {
    data: rows.map((stored) => toListItem(stored, nowMs, isOver(stored, nowMs) && isCovered(stored, holds))),
    pagination,
  };
}

/** A package as the API returns it. `isHeld`: a legal hold keeps it after its expiry. */
export function toPackage(stored: StoredPackage, nowMs: number, isHeld: boolean): EvidencePackage {
  const { progressStep, progressPercent, requestedBy, summary, sizeBytes, downloadUrlExpiresAt } = stored;
  const { sections, includeChainProof, includeHumanOversight, recipientName, notes, mappingVersion } = stored;
  const { failureReason, packageHash, packageSignature, keyId, signedBy } = stored;
  const isGenerating = stored.status === "GENERATING" && progressStep !== null;
  const hasUrl = statusAt(stored, nowMs, isHeld) === "READY" && nowMs < (downloadUrlExpiresAt?.getTime() ?? 0);
  return {
    ...toListItem(stored, nowMs, isHeld),
    ...{ sections, includeChainProof, includeHumanOversight, recipientName, notes, mappingVersion },
    ...{ failureReason, packageHash, packageSignature, keyId, signedBy },
    summary: parsed<EvidencePackage["summary"]>(summary),
    controls: parsed<StoredCoverage>(stored.coverage)?.controls ?? null,
    requestedBy: JSON.parse(requestedBy) as EvidencePackage["requestedBy"],
    progress: isGenerating ? { step: progressStep as GenerationStep, percent: progressPercent } : null,
    sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
    timestampedAt: stored.timestampedAt?.toISOString() ?? null,
    downloadUrl: hasUrl ? downloadUrl("evidence", stored.id, downloadUrlExpiresAt?.getTime() ?? 0) : null,
    downloadUrlExpiresAt: downloadUrlExpiresAt?.toISOString() ?? null,
  };
}

function toListItem(stored: StoredPackage, nowMs: number, isHeld: boolean): EvidencePackageListItem {
  const { id, modelId, modelName, framework, format, pages, dateFrom, dateTo } = stored;
  return {
    ...{ id, modelId, modelName, pages },
    modelVersion: parsed<StoredCoverage>(stored.coverage)?.modelVersion ?? null,
    status: statusAt(stored, nowMs, isHeld),
    held: isHeld,
    framework: framework as FrameworkId,
    format: format as PackageFormat,
    dateRange: { from: dateFrom.toISOString(), to: dateTo.toISOString() },
    createdAt: stored.createdAt.toISOString(),
    generatedAt: stored.generatedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt?.toISOString() ?? null,
    coverage: coverageOf(stored.coverage),
    documents: documentsOf(parsed<StoredCoverage>(stored.coverage)),
  };
}

function documentsOf(coverage: StoredCoverage | null): DocumentCounts | null {
  const controls = coverage?.controls ?? [];
  return controls.some(({ documentNeeded }) => documentNeeded !== undefined) ? packageDocumentCounts(controls) : null;
}

function coverageOf(text: string | null): EvidencePackage["coverage"] {
  const coverage = parsed<StoredCoverage>(text);
  if (!coverage) return null;
  const { controls: _controls, modelVersion: _modelVersion, ...counts } = coverage;
  return { ...counts, headline: coverageHeadline(counts) };
}

function parsed<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}

/** The transitions of a package's status. An issued package stays on record, so nothing follows EXPIRED. */
const transitions: Readonly<Record<PackageStatus, readonly PackageStatus[]>> = {
  GENERATING: ["READY", "FAILED"],
  READY: ["EXPIRED"],
  FAILED: [],
  EXPIRED: [],
};

export function mayBecome(from: PackageStatus, to: PackageStatus): boolean {
  return transitions[from].includes(to);
}

interface Timed {
  status: string;
  expiresAt: Date | null;
}

/**
 * The status at a time: a package expires at its time, before the sweep that ends it, unless a legal hold covers it.
 */
export function statusAt(stored: Timed, nowMs: number, isHeld: boolean): PackageStatus {
  return isOver(stored, nowMs) && !isHeld ? "EXPIRED" : (stored.status as PackageStatus);
}

/** Whether a package with a file has reached its expiry time. */
export function isOver({ status, expiresAt }: Timed, nowMs: number): boolean {
  return status === "READY" && expiresAt !== null && expiresAt.getTime() <= nowMs;
}

/** Whether a legal hold keeps a package after its expiry time. Packages that are not due yet return false. */
export async function isHeldPast(tx: Transaction | undefined, stored: StoredPackage, nowMs: number): Promise<boolean> {
  if (!isOver(stored, nowMs)) return false;
  return isCovered(stored, await activeExtents(tx, stored.organisationId));
}

/** Whether one of these holds covers a package. */
function isCovered({ modelId, dateFrom, dateTo }: StoredPackage, holds: Extent[]): boolean {
  const period = { fromMs: dateFrom.getTime(), toMs: dateTo.getTime() };
  return holds.some((hold) => covers(hold, { modelId, period }));
}

/** The permanent facts of a package that became READY. */
export type IssuedPackage = StoredPackage & {
  packageHash: string;
  packageSignature: string;
  keyId: string;
  signedBy: string;
  generatedAt: Date;
};

/** The package if it was issued, otherwise undefined. */
export function asIssued(stored: StoredPackage): IssuedPackage | undefined {
  const { packageHash, packageSignature, keyId, signedBy, generatedAt } = stored;
  if (packageHash === null || packageSignature === null || keyId === null) return undefined;
  if (signedBy === null || generatedAt === null) return undefined;
  return { ...stored, packageHash, packageSignature, keyId, signedBy, generatedAt };
}

/** The error for operations that require an issued package. */
export function notIssued({ status }: Pick<StoredPackage, "status">): ServiceError {
  return new ServiceError(
    "conflict",
    status === "GENERATING"
      ? "The package is still being generated. Wait until its status is READY."
      : "The package could not be generated. See `failureReason`, then request a new package.",
  );
}

/** How long a download URL works (specification, "Limits"). */
const downloadUrlMs = 24 * 60 * 60 * 1000;

/** When a download URL that is issued now stops working: after a day, and never later than its package. */
export function downloadUrlExpiry(nowMs: number, packageExpiresAt: Date | null): Date {
  return new Date(Math.min(nowMs + downloadUrlMs, packageExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
}

/** The parts of an event that determine which packages show its content. */
interface ShownEvent {
  modelId: string;
  eventType: string;
  timestamp: string;
  recordedAt: string;
}

/** IDs of packages that have a file, or will have one, and may show the content of an event. */
export async function findPackagesShowing(
  tx: Transaction,
  organisationId: string,
  event: ShownEvent,
): Promise<string[]> {
  const at = new Date(event.timestamp);
  const receivedAt = new Date(event.recordedAt);
  if (Number.isNaN(at.getTime()) || Number.isNaN(receivedAt.getTime())) return [];
  return findIdsShowing(tx, organisationId, { ...event, at, receivedAt });
}

/** Maximum number of packages that a verification compares, latest first. */
const packagesMax = 1_000;

/** The checkpoints in the issued packages, each size once. They are as stored: verify their signatures. */
export async function findPackageCheckpoints(organisationId: string): Promise<Checkpoint[]> {
  const found = new Map<string, Checkpoint>();
  for (const work of await findWork(organisationId, packagesMax)) {
    const { data: checkpoint } = ChainPart.shape.checkpoint.safeParse(checkpointOf(work));
    if (checkpoint) found.set(`${checkpoint.size} ${checkpoint.signature}`, checkpoint);
  }
  return [...found.values()];
}

/** The checkpoint in the stored result of the step `collect`. Not validated. */
function checkpointOf(work: string): unknown {
  try {
    return (JSON.parse(work) as { collect?: { checkpoint?: unknown } } | null)?.collect?.checkpoint;
  } catch {
    return undefined;
  }
}

/** Every framework with its newest package that can be downloaded, and how many packages are being generated. */
export async function readReadiness(organisationId: string, nowMs: number) {
  const [stored, counts] = await Promise.all([
    readStoredReadiness(organisationId, new Date(nowMs)),
    readPackageCounts(organisationId),
  ]);
  const frameworks = stored.map(({ generatedAt, coverage: text, ...ready }) => {
    const coverage = parsed<StoredCoverage>(text);
    return {
      ...ready,
      generatedAt: generatedAt?.toISOString() ?? null,
      coverage: coverage && coveredOf(coverage),
      documents: documentsOf(coverage),
    };
  });
  return { frameworks, ...counts };
}

/** The coverage with the number of requirements that events support, fully or partially. */
function coveredOf({ total, byStatus }: StoredCoverage) {
  const covered = byStatus.EVIDENCED + byStatus.PARTIAL;
  return { covered, total, byStatus, headline: coverageHeadline({ total, byStatus }) };
}
