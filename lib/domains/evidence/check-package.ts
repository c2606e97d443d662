import { createHash } from "node:crypto";
import type { VerificationStatus } from "@/lib/domains/evidence/enums";
import type { IssuedPackage } from "@/lib/domains/evidence/packages";
import { isHeldPast, statusAt } from "@/lib/domains/evidence/packages";
import type { FailedCheck } from "@/lib/domains/evidence/schemas";
import type { Clock } from "@/lib/platform/core/clock";
import { singleton } from "@/lib/platform/core/singleton";
import { findEvidenceKey, verifyDigest } from "@/lib/platform/signing/evidence-keys";
import { FileMissing, storage } from "@/lib/platform/storage";

/** Checks the stored file and the signature. The file of an expired package is deleted: `fileChecked` is then false. */
export async function checkPackage(
  stored: IssuedPackage,
  clock: Clock,
  notOlderThanMs?: number,
): Promise<{ failed: FailedCheck | null; fileChecked: boolean }> {
  const file = await checkFile(stored, clock, notOlderThanMs);
  const isExpired = file === "file_expired";
  return { failed: (isExpired ? null : file) ?? checkSignature(stored), fileChecked: !isExpired };
}

/** The verdict for each failed check. */
export const failureStatuses = {
  hash_mismatch: "tampered",
  file_missing: "unusable",
  file_changed: "tampered",
  key_unknown: "unknown_signer",
  signature_invalid: "tampered",
  pdf_signature_invalid: "tampered",
} as const satisfies Readonly<Record<FailedCheck, VerificationStatus>>;

/** The message when no check failed. */
export function authenticSentence(fileChecked: boolean): string {
  return fileChecked
    ? "The package is authentic: hash, stored file and signature match."
    : "The package is authentic: hash and signature match the record. The file was not checked because it was deleted when the package expired.";
}

/** The failed check of the file, or null if the file is unchanged since it was signed. */
export async function checkFile(
  stored: IssuedPackage,
  clock: Clock,
  notOlderThanMs?: number,
): Promise<"file_expired" | "file_missing" | "file_changed" | null> {
  const { storageKey, packageHash } = stored;
  const nowMs = clock.now();
  const isExpired = statusAt(stored, nowMs, await isHeldPast(undefined, stored, nowMs)) === "EXPIRED";
  if (storageKey === null || isExpired) return "file_expired";
  switch (await lookAtFile({ storageKey, packageHash }, clock, notOlderThanMs)) {
    case "missing":
      return "file_missing";
    case "changed":
      return "file_changed";
    case "intact":
      return null;
  }
}

/** The failed check of the signature, or null if a published key signed the recorded hash. */
export function checkSignature(stored: IssuedPackage): "key_unknown" | "signature_invalid" | null {
  const key = findEvidenceKey(stored.keyId);
  if (!key) return "key_unknown";
  const digest = Buffer.from(stored.packageHash.slice("sha256:".length), "hex");
  return verifyDigest(key, digest, stored.packageSignature) ? null : "signature_invalid";
}

/** Messages for failed checks, addressed to the person who has the file. */
export const failureSentences: Readonly<Record<FailedCheck, string>> = {
  hash_mismatch:
    "The hash does not match: your file is not the one issued as this package, or it was changed after it was issued.",
  file_missing: "The stored file is missing, so it cannot be compared.",
  file_changed: "The stored file was changed after it was signed: it no longer has the recorded hash.",
  key_unknown: "The signature cannot be checked: the key that it names is not published.",
  signature_invalid: "The signature is not valid for the key that it names.",
  pdf_signature_invalid:
    "The signature embedded in the PDF is not valid for a published key, or the attached evidence does not belong to the PDF.",
};

/** The state of a package's file in storage. */
type FileState = "intact" | "changed" | "missing";

interface Look {
  atMs: number;
  state: Promise<FileState>;
  isOver: boolean;
}

/** Maximum number of cached file checks. */
const looksMax = 1_000;

/**
 * Whether a stored file still has its signed hash. Concurrent callers share one reading; with `notOlderThanMs`, an
 * earlier result is reused, so that public requests are cheap.
 */
export function lookAtFile(
  file: { storageKey: string; packageHash: string },
  clock: Clock,
  notOlderThanMs = 0,
): Promise<FileState> {
  const looks = singleton("evidence-file-looks", () => new Map<string, Look>());
  const name = `${file.storageKey} ${file.packageHash}`;
  const known = looks.get(name);
  const atMs = clock.now();
  if (known && (!known.isOver || Math.abs(atMs - known.atMs) < notOlderThanMs)) return known.state;
  const look: Look = { atMs, state: readState(file), isOver: false };
  looks.delete(name);
  looks.set(name, look);
  for (const oldest of looks.keys()) {
    if (looks.size <= looksMax) break;
    looks.delete(oldest);
  }
  look.state.then(
    () => {
      look.isOver = true;
    },
    () => {
      if (looks.get(name) === look) looks.delete(name);
    },
  );
  return look.state;
}

async function readState({ storageKey, packageHash }: { storageKey: string; packageHash: string }): Promise<FileState> {
  const hash = createHash("sha256");
  try {
    const bytes = await storage().read(storageKey);
    for await (const chunk of bytes) hash.update(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return "missing";
    throw error;
  }
  return `sha256:${hash.digest("hex")}` === packageHash ? "intact" : "changed";
}
