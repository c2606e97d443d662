import { terms } from "@/components/ui/terms";
import { kindOf } from "@/lib/domains/evidence/verification/attached-evidence";
import type { SignedReport } from "@/lib/domains/evidence/verification/document";
import {
  bitsOf,
  canVerifyRsa,
  isRsaSignature,
  keyOfJwk,
  type RsaKey,
} from "@/lib/domains/evidence/verification/public-keys";
import type { BundleReport, Check, CheckId } from "@/lib/domains/evidence/verification/report";
import { splitUpdates } from "@/lib/domains/evidence/verification/updates";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { checkFile as texts } from "../texts";
import {
  type CheckRequest,
  type Expected,
  expectedResult,
  type FileKind,
  failureText,
  type Message,
  type Outcome,
  type Progress,
  readResult,
  recordResult,
  type StepResult,
  unrecordedResult,
} from "./protocol";
import { readFile, sha256Of, UnreadableFile } from "./read-file";
import { type Answer, type Ask, askService, fetchKeys, fetchRecord, type KeySet, type PackageRecord } from "./service";

type Report = (message: Message) => void;

interface Asked {
  sha256: string;
  record: Answer<PackageRecord>;
  keys: Answer<KeySet>;
}

/**
 * Checks a file and reports each result as it arrives. Only the SHA-256 of the file is sent to the service; all other checks
 * run locally, even if the service does not respond. Never rejects.
 */
export async function checkFile(request: CheckRequest, report: Report, ask: Ask = askService): Promise<void> {
  try {
    await check(request, report, ask);
    report({ type: "done" });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) {
      return report({ type: "done", interruption: error instanceof Error ? error.message : String(error) });
    }
    const { brief, message: sentence } = error;
    report({ type: "step", result: { id: "read", outcome: "not_checked", sentence, brief } });
    report({ type: "done" });
  }
}

async function check({ file, expected }: CheckRequest, report: Report, ask: Ask): Promise<void> {
  const progress = (found: Partial<Progress>) => report({ type: "progress", progress: found });
  report({ type: "begun", id: "read" });
  const bytes = await readFile(file, (read) => progress({ bytesRead: read }));
  const kind = kindOf(bytes);
  progress({ kind });
  const sha256 = await sha256Of(bytes);
  progress({ sha256 });
  report({ type: "step", result: readResult(bytes.length, sha256) });
  // The record is of the file as it was issued.
  const issued = kind === "pdf" ? splitUpdates(bytes).signed : bytes;
  const issuedHash = issued.length === bytes.length ? sha256 : await sha256Of(issued);
  if (expected?.kind === "hash") {
    const actual = expected.sha256 === issuedHash ? issuedHash : sha256;
    report({ type: "step", result: expectedResult(actual, expected.sha256) });
  }
  report({ type: "begun", id: "record" });
  const [record, keys] = await Promise.all([fetchRecord(ask, issuedHash), fetchKeys(ask)]);
  if (record.outcome === "answered") progress({ record: record.value });
  const asked = { sha256: issuedHash, record, keys };
  // The record is compared with the ID in a PDF. Without a record, the signatures in the file may show who issued it.
  const waits = kind === "pdf" || (kind === "json" && record.outcome === "unknown");
  if (!waits) report({ type: "step", result: recordResult(record, kind, issuedHash) });
  report({ type: "begun", id: "signature" });
  report({ type: "step", result: await signatureResult(issued, asked) });
  if (kind === "other") return;
  const found = await checkEvidence(bytes, kind, { keys, expected, report });
  if (waits) report({ type: "step", result: comparedRecord(found, asked, kind) });
}

function comparedRecord(found: Evidence, asked: Asked, kind: FileKind): StepResult {
  const { record, sha256 } = asked;
  if (record.outcome === "unknown") return withoutRecord(found, asked, kind);
  const result = recordResult(record, kind, sha256);
  if (!found.report || record.outcome === "failed") return result;
  const { reportId } = record.value;
  if (found.report.id !== null && found.report.id !== reportId)
    return {
      ...result,
      outcome: "failed",
      sentence: texts.reportIdMismatch(found.report.id, reportId),
    };
  // Reports have no signature outside the file.
  return found.passed.has("document") ? { ...result, instead: "document" } : result;
}

/** Evidence extracted from a PDF has no record under its own hash, and the service deletes records after a time. */
function withoutRecord({ status, passed }: Evidence, { record, sha256 }: Asked, kind: FileKind): StepResult {
  const signed = kind === "pdf" ? "document" : "seal";
  const isCovered = kind === "pdf" || passed.has("form") || status === "outdated";
  if (isCovered && passed.has(signed)) return unrecordedResult(sha256, signed);
  if (status === "unknown_signer") return unrecordedResult(sha256);
  return recordResult(record, kind, sha256);
}

async function signatureResult(bytes: Uint8Array, { record, keys }: Asked): Promise<StepResult> {
  if (record.outcome === "answered") return checkPackageSignature(bytes, record.value, keys);
  const sentence = record.outcome === "unknown" ? texts.noSignature : texts.signatureNotAvailable;
  return { id: "signature", outcome: "not_checked", sentence };
}

interface EvidenceContext {
  keys: Answer<KeySet>;
  expected: Expected | null;
  report: Report;
}

interface Evidence {
  status: BundleReport["status"];
  /** The checks that passed; signatures only by a published key. */
  passed: Set<CheckId>;
  report: SignedReport | undefined;
}

async function checkEvidence(
  file: Uint8Array,
  kind: FileKind,
  { keys, expected, report }: EvidenceContext,
): Promise<Evidence> {
  for (const id of kind === "pdf" ? (["document", "attachment", "form"] as const) : (["form"] as const))
    report({ type: "begun", id });
  const published = keys.outcome === "answered" ? publishedKinds(keys.value) : new Set<string>();
  const passed = new Set<CheckId>();
  const verification = await verifyFile(file, {
    ...(keys.outcome === "answered" && published.size > 0 && { publicKeys: [keys.value], keysOrigin: "published" }),
    ...(expected?.kind === "head" && { expectHead: expected.head }),
    onProgress: (events) => report({ type: "progress", progress: { events } }),
    onCheck: (check) => {
      if (check.id === "anchor" && expected?.kind !== "head") return;
      const kind = keyKinds[check.id];
      const result = kind && !published.has(kind) ? unpinned(check, keysMissing(keys)) : evidenceResult(check);
      report({ type: "step", result });
      if (result.outcome === "passed") passed.add(check.id);
    },
  });
  if (verification.checks.length === 0) throw new Error(verification.problem);
  const { facts, status, report: ofReport } = verification;
  const kindOfReport = ofReport && ({ kind: "report" } as const);
  report({ type: "progress", progress: { ...(facts && { contents: facts }), ...kindOfReport, status } });
  return { status, passed, report: ofReport };
}

const keyKinds: Partial<Record<CheckId, string>> = { document: "rsa", seal: "rsa", checkpoint: "ed25519" };

function publishedKinds({ keys }: KeySet): Set<string> {
  return new Set(keys.flatMap((key) => keyOfJwk(key)?.kind ?? []));
}

const outcomes = { ok: "passed", failed: "failed", not_checked: "not_checked" } as const;

function evidenceResult({ id, status, detail, brief, isSignerUnknown, failures, failuresTotal }: Check): StepResult {
  const [only] = failures;
  const sentence = only && failuresTotal === 1 ? failureText(only) : detail;
  const more = { ...(brief && { brief }), ...(isSignerUnknown && { isSignerUnknown }) };
  return { id, outcome: outcomes[status], sentence, ...more, failures, failuresTotal };
}

/** A valid signature under a key from the file itself proves nothing: a forger can include any key. */
function unpinned(check: Check, why: string): StepResult {
  if (check.status !== "ok") return evidenceResult(check);
  const sentence = texts.signedByUnknownKey(why);
  return { id: check.id, outcome: "not_checked", sentence };
}

/** Checks the recorded signature over these bytes with the published key that the record names. */
export async function checkPackageSignature(
  bytes: Uint8Array,
  record: PackageRecord,
  published: Answer<KeySet>,
): Promise<StepResult> {
  const { keyId, packageSignature } = record;
  if (packageSignature === null)
    return { id: "signature", outcome: "not_checked", sentence: texts.reportsSignaturePdf };
  const result = (outcome: Outcome, sentence: string, key?: RsaKey): StepResult => ({
    id: "signature",
    outcome,
    sentence,
    facts: [
      { name: texts.algorithm, value: texts.rsaAlgorithm(key && bitsOf(key)) },
      { name: terms.key, value: keyId },
      { name: texts.signature, value: packageSignature },
    ],
  });
  if (published.outcome !== "answered") return result("not_checked", keysMissing(published));
  const key = rsaKey(published.value, keyId);
  if (!key) return result("failed", texts.keyNotPublished(keyId));
  if (!canVerifyRsa()) return result("not_checked", texts.httpsRequired);
  return (await isRsaSignature(key, bytes, packageSignature))
    ? result("passed", texts.signedWithKey(keyId), key)
    : result("failed", texts.signatureInvalid(keyId), key);
}

export function keysMissing(published: Answer<KeySet>): string {
  if (published.outcome === "answered") return texts.serviceDoesPublish;
  return texts.keysNotFetched(published.outcome === "failed" ? published.reason : "").trim();
}

/** Compares IDs computed from the keys, so a wrong `kid` has no effect. */
function rsaKey({ keys }: KeySet, keyId: string): RsaKey | undefined {
  return keys.map(keyOfJwk).find((key): key is RsaKey => key?.kind === "rsa" && key.id === keyId);
}
