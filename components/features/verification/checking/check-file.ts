import { attachedEvidence, attachmentName } from "@/lib/domains/evidence/verification/attached-evidence";
import {
  bitsOf,
  canVerifyRsa,
  isRsaSignature,
  keyOfJwk,
  type RsaKey,
} from "@/lib/domains/evidence/verification/public-keys";
import { type Check, type CheckId, verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import {
  type CheckRequest,
  type Expected,
  expectedResult,
  type FileKind,
  failureText,
  type Message,
  type Outcome,
  readResult,
  recordResult,
  type StepResult,
  takenOutResult,
} from "./protocol";
import { kindOf, readFile, sha256Of, UnreadableFile } from "./read-file";
import {
  type Answer,
  type Ask,
  askForKeys,
  askForRecord,
  askService,
  type KeySet,
  type PackageRecord,
} from "./service";

type Tell = (message: Message) => void;

interface Asked {
  sha256: string;
  record: Answer<PackageRecord>;
  keys: Answer<KeySet>;
}

/**
 * Checks a file and tells each result as soon as it is there. Of the file nothing leaves this function but its SHA-256,
 * which the service is asked about; what needs no answer is checked without one. Never rejects.
 */
export async function checkFile(request: CheckRequest, tell: Tell, ask: Ask = askService): Promise<void> {
  try {
    await check(request, tell, ask);
    tell({ type: "done" });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) {
      return tell({ type: "broken", message: error instanceof Error ? error.message : String(error) });
    }
    const { brief, message: sentence } = error;
    tell({ type: "step", result: { id: "read", outcome: "not_checked", sentence, brief } });
    tell({ type: "done" });
  }
}

async function check({ file, expected }: CheckRequest, tell: Tell, ask: Ask): Promise<void> {
  tell({ type: "begun", id: "read" });
  const bytes = await readFile(file, (read) => tell({ type: "bytes", read }));
  const kind = kindOf(bytes);
  tell({ type: "kind", kind });
  const sha256 = await sha256Of(bytes);
  tell({ type: "hashed", sha256 });
  tell({ type: "step", result: readResult(bytes.length, sha256) });
  if (expected?.kind === "hash") tell({ type: "step", result: expectedResult(sha256, expected.sha256) });

  tell({ type: "begun", id: "record" });
  const [record, keys] = await Promise.all([askForRecord(ask, sha256), askForKeys(ask)]);
  if (record.outcome === "answered") tell({ type: "record", record: record.value });
  const asked = { sha256, record, keys };
  const told = tellingRecord(kind, asked, tell);
  tell({ type: "begun", id: "signature" });
  tell({ type: "step", result: await signatureResult(bytes, asked) });

  const evidence = await evidenceOf(bytes, kind, tell);
  if (evidence) await checkEvidence(evidence, { keys, expected, tell, onSeal: told.bySeal });
  told.anyway();
}

/**
 * Tells what the service has on record of the hash. The evidence of a PDF package, saved as a file of its own, has a hash
 * that no package has: of a JSON document with an unknown hash, the seal says whether it is the service's.
 */
function tellingRecord(kind: FileKind, { record, sha256 }: Asked, tell: Tell) {
  let waits = record.outcome === "unknown" && kind === "json";
  const plain = recordResult(record, kind, sha256);
  if (!waits) tell({ type: "step", result: plain });
  const conclude = (result: StepResult) => {
    if (waits) tell({ type: "step", result });
    waits = false;
  };
  return {
    bySeal: (isWhole: boolean) => conclude(isWhole ? takenOutResult(sha256) : plain),
    anyway: () => conclude(plain),
  };
}

async function signatureResult(bytes: Uint8Array, { record, keys }: Asked): Promise<StepResult> {
  if (record.outcome === "answered") return checkPackageSignature(bytes, record.value, keys);
  const sentence =
    record.outcome === "unknown"
      ? "The service knows no package with this hash, and so no signature to check."
      : "The signature stands in the service's answer, and there was none.";
  return { id: "signature", outcome: "not_checked", sentence };
}

/** The evidence of a package, where there is any to be found. */
async function evidenceOf(bytes: Uint8Array, kind: FileKind, tell: Tell): Promise<Uint8Array | undefined> {
  if (kind !== "pdf") return kind === "json" ? bytes : undefined;
  tell({ type: "begun", id: "attachment" });
  // What cannot be taken apart gives nothing to check, as what carries no evidence does.
  const evidence = await attachedEvidence(bytes).catch(() => undefined);
  const sentence = evidence
    ? `${attachmentName} was taken out of the PDF: ${evidence.length.toLocaleString("en-GB")} bytes.`
    : `No ${attachmentName} could be taken out of this PDF, so that there is nothing to check in it.`;
  const outcome = evidence ? "passed" : "not_checked";
  tell({ type: "step", result: { id: "attachment", outcome, sentence } });
  return evidence;
}

interface EvidenceContext {
  keys: Answer<KeySet>;
  expected: Expected | null;
  tell: Tell;
  /** Called once, with whether the seal verifies under a published key. */
  onSeal(isWhole: boolean): void;
}

async function checkEvidence(evidence: Uint8Array, { keys, expected, tell, onSeal }: EvidenceContext): Promise<void> {
  tell({ type: "begun", id: "form" });
  const published = keys.outcome === "answered" ? publishedKinds(keys.value) : new Set<string>();
  const report = await verifyBundle(evidence, {
    ...(keys.outcome === "answered" && published.size > 0 && { publicKeys: [keys.value], keysOrigin: "published" }),
    ...(expected?.kind === "head" && { expectHead: expected.head }),
    onProgress: (events) => tell({ type: "events", ...events }),
    onCheck: (check) => {
      if (check.id === "anchor" && expected?.kind !== "head") return;
      const kind = keyKinds[check.id];
      const result = kind && !published.has(kind) ? unpinned(check, keysMissing(keys)) : evidenceResult(check);
      tell({ type: "step", result });
      if (check.id === "seal") onSeal(result.outcome === "passed");
    },
  });
  if (report.checks.length === 0) throw new Error(report.problem);
  if (report.facts) tell({ type: "contents", contents: report.facts });
}

const keyKinds: Partial<Record<CheckId, string>> = { seal: "rsa", checkpoint: "ed25519" };

function publishedKinds({ keys }: KeySet): Set<string> {
  return new Set(keys.flatMap((key) => keyOfJwk(key)?.kind ?? []));
}

const outcomes = { ok: "passed", failed: "failed", not_checked: "not_checked" } as const;

function evidenceResult({ id, status, detail, failures, failuresTotal }: Check): StepResult {
  const [only] = failures;
  const sentence = only && failuresTotal === 1 ? failureText(only) : detail;
  return { id, outcome: outcomes[status], sentence, failures, failuresTotal };
}

/** Under a key that only the file itself names, a signature shows nothing: who forges a file puts a key of his own there. */
function unpinned(check: Check, why: string): StepResult {
  if (check.status !== "ok") return evidenceResult(check);
  const sentence = `It fits a key that stands in the file, where anybody could have put it. ${why}`;
  return { id: check.id, outcome: "not_checked", sentence };
}

/**
 * Whether the signature on record of a package is the service's over exactly these bytes (specification, "Evidence
 * package"). The record only says which signature and which key to try; that the key is published is looked up.
 */
export async function checkPackageSignature(
  bytes: Uint8Array,
  record: PackageRecord,
  published: Answer<KeySet>,
): Promise<StepResult> {
  const { keyId, packageSignature } = record;
  const result = (outcome: Outcome, sentence: string, key?: RsaKey): StepResult => ({
    id: "signature",
    outcome,
    sentence,
    facts: [
      { name: "Algorithm", value: `RSA${key ? `, ${bitsOf(key)} bits` : ""}, PKCS #1 v1.5, with SHA-256` },
      { name: "Key", value: keyId },
      { name: "Signature", value: packageSignature },
    ],
  });
  if (published.outcome !== "answered") return result("not_checked", keysMissing(published));
  const key = rsaKey(published.value, keyId);
  if (!key) return result("failed", `The key ${keyId} is not among those that the service publishes.`);
  if (!canVerifyRsa()) return result("not_checked", withoutCrypto);
  return (await isRsaSignature(key, bytes, packageSignature))
    ? result("passed", `The service's published key ${keyId} signed exactly these bytes.`, key)
    : result("failed", `The signature on record is not one of the key ${keyId} over these bytes.`, key);
}

/** Why there is no published key to check with. */
export function keysMissing(published: Answer<KeySet>): string {
  if (published.outcome === "answered") return "The service publishes no such key.";
  return `The service's public keys could not be fetched. ${published.outcome === "failed" ? published.reason : ""}`.trim();
}

const withoutCrypto =
  "This page was not loaded over HTTPS, and browsers check no signatures on such a page. Open it under its https address.";

/** Ids are computed from the keys, so that a wrong `kid` deceives nobody. */
function rsaKey({ keys }: KeySet, keyId: string): RsaKey | undefined {
  return keys.map(keyOfJwk).find((key): key is RsaKey => key?.kind === "rsa" && key.id === keyId);
}
