import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { signedText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { isEd25519Signature, isRsaSignature, readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";
import { verifyBundle as verifyBundleBytes } from "@/lib/domains/evidence/verification/verify-bundle";
import type { components } from "./generated/evidence-bundle";

type Evidence = components["schemas"]["EvidenceBundle"]["evidence"];
type Checkpoint = components["schemas"]["Checkpoint"];

/**
 * A key for verification: PEM, a JSON Web Key or a set of them as returned by `client.verify.keys()`, or an Ed25519 key
 * in base64.
 */
export type PublicKey = string | Readonly<Record<string, unknown>>;

export interface VerifyBundleOptions {
  /**
   * Trusted public keys, fetched from the service or saved earlier. Without them, the keys in the file are used, and
   * the checks report it: the package can be intact, but its signer is not verified.
   */
  keys?: readonly PublicKey[];
  /** Trusted certificates in PEM, of timestamp authorities or their issuers. Used for PDF packages. */
  tsaCertificates?: readonly string[];
  /** Saved evidence of the chain: JSON of a receipt or a checkpoint, a list of them, or `position:sha256:hash`. */
  expectHead?: string;
  /** Called with each check as it is completed. */
  onCheck?: (check: BundleCheck) => void;
  /** Called regularly with the number of events read. */
  onProgress?: (events: { done: number; total: number }) => void;
  /** A faster SHA-256 than the one in plain JavaScript, for example Node's. */
  sha256?: (data: Uint8Array) => Uint8Array;
}

/** One check of a package, with its result. `docs/evidence-verification.md` of the service explains each. */
export interface BundleCheck {
  id: string;
  title: string;
  status: "ok" | "failed" | "not_checked";
  /** The result, or the reason why the check was skipped. */
  detail: string;
  /** At most the first twenty. */
  failures: { evidenceId: string | null; chainPosition: number; message: string }[];
  failuresTotal: number;
}

/**
 * The key that verified a signature, and the source of trust: your own keys, or only the file. `unknown`: you provided keys
 * of this kind, but not this one.
 */
export interface UsedKey {
  id: string;
  origin: "given" | "published" | "file" | "unknown";
}

/** Facts that a package states about itself; the checks show which of them are proved. */
export interface BundleFacts {
  package: Evidence["package"];
  framework: Pick<Evidence["framework"], "id" | "name" | "shortName" | "edition" | "mappingVersion">;
  coverage: Evidence["framework"]["coverage"] & { countedAs: string };
  counts: { listed: number; withheld: number; outsidePeriod: number; erased: number };
  summary: Evidence["summary"];
  chain: { checkpoint: Checkpoint | null; thread: Evidence["chain"]["thread"]; size: number };
  generator: Evidence["generator"];
  limits: string[];
  keys: { seal: UsedKey; checkpoint: UsedKey | null; inFile: Evidence["keys"] };
}

export interface BundleReport {
  /**
   * `intact`: nothing failed and the seal was verified. `content_intact`: the same, but another program rewrote the JSON,
   * so its bytes and hash differ. `unknown_signer`: nothing failed, but a key is not among those provided. `not_witnessed`:
   * nothing failed, but too few of the witnesses whose keys were provided cosigned the checkpoint, or no authority whose
   * certificate was provided confirmed the timestamp. `outdated`: a later version of the service wrote it; only signatures
   * were checked. `tampered`: something failed. `unusable`: it is not a package, or could not be verified here. `problem`
   * gives the reason.
   */
  status: "intact" | "content_intact" | "unknown_signer" | "not_witnessed" | "outdated" | "tampered" | "unusable";
  problem?: string;
  checks: BundleCheck[];
  /** Absent if the file is not a package. */
  facts?: BundleFacts;
  /** SHA-256 of the whole file: as accepted by `client.verify.package()` and `client.evidence.verify()`. */
  packageHash: string;
}

/**
 * Verifies an evidence package in JSON offline, with the same verifier that the service uses. For PDF packages, use
 * `@governance-audit/client/pdf`. Invalid files do not throw an error: the report describes the problem.
 */
export async function verifyBundle(file: Uint8Array, options: VerifyBundleOptions = {}): Promise<BundleReport> {
  const { keys = [], ...further } = options;
  const packageHash = `sha256:${bytesToHex((options.sha256 ?? sha256)(file))}`;
  const report = await verifyBundleBytes(file, { ...further, publicKeys: keys });
  return { ...(report as Omit<BundleReport, "packageHash">), packageHash };
}

/** Whether a base64 text is the signature of a file's bytes (`packageSignature`) by one of the service's RSA keys. */
export async function isPackageSignature(
  file: Uint8Array,
  signature: string,
  keys: readonly PublicKey[],
): Promise<boolean> {
  for (const key of keys.flatMap(readPublicKeys)) {
    if (key.kind === "rsa" && (await isRsaSignature(key, file, signature))) return true;
  }
  return false;
}

/**
 * Whether a checkpoint was signed by one of the service's Ed25519 keys. If so, the chain had this state when the
 * checkpoint was issued.
 */
export function isCheckpointSigned(checkpoint: Checkpoint, keys: readonly PublicKey[]): boolean {
  return keys
    .flatMap(readPublicKeys)
    .some((key) => key.kind === "ed25519" && isEd25519Signature(key, signedText(checkpoint), checkpoint.signature));
}
