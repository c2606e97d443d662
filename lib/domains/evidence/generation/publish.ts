import { closeEvidenced } from "@/lib/domains/evidence/controls/assignments";
import { decided, packageFiles, removeDrafts, type StepInput } from "@/lib/domains/evidence/generation/work";
import { changeLocked, recordPackageChange } from "@/lib/domains/evidence/package-changes";
import { downloadUrlExpiry, toPackage } from "@/lib/domains/evidence/packages";
import { EvidenceReadyData, type PackageSummary, type StoredCoverage } from "@/lib/domains/evidence/schemas";
import { changePackage, type PackageKey } from "@/lib/domains/evidence/store";
import { publish } from "@/lib/domains/webhooks";
import type { Clock } from "@/lib/platform/core/clock";
import { storage } from "@/lib/platform/storage";

/** Moves the finished file to its download location, and deletes the drafts of the steps. */
export async function storeFile({ key, generation, work }: StepInput): Promise<{ storageKey: string }> {
  decided(work, "sign");
  const files = packageFiles(key, generation.format);
  await storage().move(files.packageDraft, files.package);
  await removeDrafts(key, generation.format);
  return { storageKey: files.package };
}

/** Sets the package to READY and records the event. */
export async function publishStep({ key, work, clock }: StepInput): Promise<undefined> {
  const { expiresAt } = decided(work, "collect");
  const { summary, coverage, mappingVersion } = decided(work, "render");
  const file = { ...decided(work, "sign"), ...decided(work, "store") };
  await publishPackage(key, { ...file, summary, coverage, mappingVersion, expiresAt }, clock);
}

/** The result of a generation. */
export interface PackageResult {
  /** `sha256:` and hex: the SHA-256 hash of the file's bytes. */
  packageHash: string;
  /** Base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the same bytes. */
  packageSignature: string;
  keyId: string;
  /** Common name of the key's certificate. */
  signedBy: string;
  /** null for JSON. */
  pages: number | null;
  /** The time of the timestamp in the PDF's signature; null without one. Absent from work of earlier versions. */
  timestampedAt?: string | null;
  sizeBytes: number;
  /** Where the file is in the storage. */
  storageKey: string;
  summary: PackageSummary;
  coverage: StoredCoverage;
  /** The mapping of the release that generated the package, which can be newer than when it was requested. */
  mappingVersion: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`: when the package expires. */
  expiresAt: string;
}

/** Sets the package to READY, publishes `evidence.ready` and records the event in one transaction. A repeat has no effect. */
export async function publishPackage(key: PackageKey, result: PackageResult, clock: Clock): Promise<void> {
  await changeLocked(key, { becomes: "READY", clock }, async ({ tx, ctx }) => {
    const nowMs = clock.now();
    const generatedAt = new Date(nowMs);
    const ready = await changePackage(tx, key.organisationId, key.packageId, {
      ...columnsOf(result, nowMs),
      status: "READY",
      progressStep: null,
      progressPercent: 100,
      generatedAt,
    });
    await publish(tx, {
      organisation: ctx.organisation,
      clock,
      type: "evidence.ready",
      data: EvidenceReadyData.parse(toPackage(ready, nowMs, false)),
      sourceKey: `evidence.ready ${key.packageId}`,
      occurredAtMs: nowMs,
    });
    const { packageHash, keyId, sizeBytes } = result;
    const more = { packageHash, keyId, sizeBytes };
    await recordPackageChange(ctx, tx, { kind: "EVIDENCE_READY", stored: ready, more, at: generatedAt });
    const { modelId, framework, dateRange } = toPackage(ready, nowMs, false);
    const evidenced = (result.coverage.controls ?? []).flatMap(({ requirement, status }) =>
      status === "EVIDENCED" ? [requirement] : [],
    );
    await closeEvidenced({ ...ctx, tx }, { modelId, framework, dateRange, evidenced });
  });
}

function columnsOf(result: PackageResult, nowMs: number) {
  const { summary, coverage, sizeBytes, timestampedAt, expiresAt: expiry, ...file } = result;
  const expiresAt = new Date(expiry);
  return {
    ...file,
    timestampedAt: timestampedAt ? new Date(timestampedAt) : null,
    summary: JSON.stringify(summary),
    coverage: JSON.stringify(coverage),
    sizeBytes: BigInt(sizeBytes),
    expiresAt,
    downloadUrlExpiresAt: downloadUrlExpiry(nowMs, expiresAt),
  };
}
