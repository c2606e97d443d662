import { findOldestPayload } from "@/lib/domains/audit-chain";
import type { ReportDocument } from "@/lib/domains/reports/schemas";
import { findPdfOfHash } from "@/lib/domains/reports/store";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { singleton } from "@/lib/platform/core/singleton";

/**
 * The public response for the hash of a report's PDF. Whether the report was issued with this hash is read from the audit
 * chain, because the owner of the database can edit the row. Undefined for any other hash.
 */
export async function verifyPublishedReport({ clock }: { clock: Clock }, hash: string) {
  const digits = /^(?:sha256(?::|%3A))?([0-9a-f]{64})$/i.exec(hash)?.[1]?.toLowerCase();
  const cache = singleton("reports-by-hash", () => new LookupCache(lookUp, { ttlMs: 60_000, entriesMax: 1_000 }));
  const found = digits && (await cache.get(digits, clock));
  return found ? { ...found, verifiedAt: isoMilliseconds(clock.now()) } : undefined;
}

async function lookUp(digits: string) {
  const stored = await findPdfOfHash(`sha256:${digits}`);
  const { signature = null } = JSON.parse(stored?.document ?? "{}") as Partial<ReportDocument>;
  if (!stored || !signature) return undefined;
  const { id: reportId, organisationId, fileHash } = stored;
  const members = { kind: "REPORT_READY", reportId };
  const recorded = await findOldestPayload(organisationId, "DATA_ACCESS", { by: "reports", members });
  if (!recorded) return undefined;
  const { payload, timestamp: generatedAt } = recorded;
  const authentic = payload["fileHash"] === fileHash;
  return {
    status: authentic ? ("intact" as const) : ("tampered" as const),
    ...{ packageId: null, reportId, authentic, fileChecked: false, framework: null, format: "PDF" as const },
    generatedAt,
    signedBy: signature.signedBy,
    keyId: signature.keyId,
    packageSignature: null,
    message: authentic
      ? "The audit chain records that this service issued this report. The signature is in the PDF."
      : "The audit chain records a different hash for this report.",
  };
}
