import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { attachedEvidence, attachmentName, isPdf } from "@/lib/domains/evidence/verification/attached-evidence";
import { checkDocument, type SignedReport } from "@/lib/domains/evidence/verification/document";
import { type BundleReport, type Check, Finder, type TimestampFacts } from "@/lib/domains/evidence/verification/report";
import { checkUpdates, splitUpdates } from "@/lib/domains/evidence/verification/updates";
import { readGiven, type VerifyOptions, verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";

export interface FileReport extends BundleReport {
  format: "JSON" | "PDF";
  /** The timestamp of the PDF signature; absent without one, or if it is not valid. */
  timestamp?: TimestampFacts;
  /** The file is a report, whose only check is the PDF signature. */
  report?: SignedReport;
}

/**
 * Verifies a package from its bytes alone: JSON, or a PDF with its signature, its attached evidence and that both belong
 * together. Also verifies the signature of a report. Never throws because of its content.
 */
export async function verifyFile(file: Uint8Array, options: VerifyOptions = {}): Promise<FileReport> {
  if (!isPdf(file)) return { format: "JSON", ...(await verifyBundle(file, options)) };
  const checks: Check[] = [];
  const add = (check: Check) => {
    checks.push(check);
    options.onCheck?.(check);
  };
  let given: ReturnType<typeof readGiven>;
  try {
    given = readGiven(options);
  } catch (error) {
    return { format: "PDF", status: "unusable", problem: messageOf(error), checks };
  }
  let problem = `The PDF is not an evidence package: it has no attached ${attachmentName}.`;
  const { signed, updates } = splitUpdates(file);
  const evidence = await attachedEvidence(signed).catch((error: unknown) => {
    problem = `The PDF cannot be read: ${messageOf(error)}`;
    return undefined;
  });
  const { sha256 = nobleSha256 } = options;
  const document = await checkDocument(signed, evidence, { ...given, sha256 });
  add(document.check);
  if (document.timestamp) add(document.timestamp.check);
  if (updates.length > 0) add(await checkUpdates(file, updates, given.authorities));
  const timestamp = document.timestamp?.facts;
  if (!evidence && document.report) {
    const outcome = reportStatus(document.check, checks);
    return { ...outcome, format: "PDF", report: document.report, ...(timestamp && { timestamp }), checks };
  }
  const report: BundleReport = evidence
    ? await verifyBundle(evidence, { ...options, onCheck: add })
    : { status: "unusable", problem, checks: [] };
  add(evidence ? document.checkAttachment(evidence, report) : new Finder("attachment").concludeUnchecked(problem));
  const outcome = statusOf(report, checks, document.isSigned);
  return { ...report, ...outcome, format: "PDF", ...(timestamp && { timestamp }), checks };
}

function reportStatus(
  { status, detail, isSignerUnknown }: Check,
  checks: Check[],
): Pick<BundleReport, "status" | "problem"> {
  if (checks.some((check) => check.status === "failed")) return { status: "tampered" };
  if (isSignerUnknown) return { status: "unknown_signer" };
  if (status === "ok")
    return { status: checks.some(({ isUnwitnessed }) => isUnwitnessed) ? "not_witnessed" : "intact" };
  return { status: "unusable", problem: detail };
}

/** Statuses that depend on a verified signature. */
const decided: readonly BundleReport["status"][] = ["intact", "unknown_signer", "not_witnessed", "outdated"];

/** Without a verified signature, a PDF is never intact. A PDF without package and signature is not a package. */
function statusOf(
  { status, problem, facts }: BundleReport,
  checks: Check[],
  isSigned: boolean,
): Pick<BundleReport, "status" | "problem"> {
  const [document] = checks;
  const isPackage = facts !== undefined || decided.includes(status) || (isSigned && document?.status === "failed");
  if (isPackage && checks.some((check) => check.status === "failed")) return { status: "tampered" };
  if (decided.includes(status) && document?.isSignerUnknown) return { status: "unknown_signer" };
  const isVerified = document?.status === "ok" || document?.isSignerUnknown;
  if (status === "intact" && isVerified && checks.some(({ isUnwitnessed }) => isUnwitnessed))
    return { status: "not_witnessed" };
  if (isVerified || !decided.includes(status)) return { status, ...(problem !== undefined && { problem }) };
  return { status: "unusable", problem: `The PDF signature could not be verified here. ${document?.detail ?? ""}` };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
