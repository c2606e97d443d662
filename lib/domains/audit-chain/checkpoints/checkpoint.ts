import { hashText } from "@/lib/domains/audit-chain/block";
import {
  type Checkpoint,
  type CheckpointStatement,
  checkpointSchema,
  membersOf,
  noteOrigin,
  noteText,
  signedText,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { jcs } from "@/lib/platform/crypto/jcs";
import { currentCheckpointKey, findCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { isSignatureOf, type PublicKey, type SigningKey, signText } from "@/lib/platform/signing/ed25519";
import { noteTypes, signatureLine, type VerifierKey, verifierKey } from "@/lib/platform/signing/signed-note";

export type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";

/**
 * `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of the schema and all members, including the signature.
 * The next checkpoint contains it as `previousCheckpointHash`.
 */
export function checkpointHash(checkpoint: Checkpoint): string {
  return hashText(checkpointText(checkpoint));
}

/** The text that is hashed by {@link checkpointHash} and timestamped. */
export function checkpointText(checkpoint: Checkpoint): string {
  return jcs({ schema: checkpointSchema, ...membersOf(checkpoint), signature: checkpoint.signature });
}

/** Signs a statement; adds the key's id. */
export function signCheckpoint(statement: Omit<CheckpointStatement, "keyId">, key: SigningKey): Checkpoint {
  const complete = membersOf({ ...statement, keyId: key.id });
  return { ...complete, signature: signText(key, signedText(complete)).toString("base64") };
}

/** `key_unknown`: cannot be checked, because this process does not know the key. */
export type SignatureVerdict = "valid" | "invalid" | "key_unknown";

/** Checks a checkpoint's signature against the pinned keys. Never throws for tampered rows. */
export function checkSignature(
  checkpoint: Checkpoint,
  findKey: (keyId: string) => PublicKey | undefined = findCheckpointKey,
): SignatureVerdict {
  const key = findKey(checkpoint.keyId);
  if (!key) return "key_unknown";
  return isSignatureOf(key, signedText(checkpoint), checkpoint.signature) ? "valid" : "invalid";
}

/** Whether a checkpoint is signed by a pinned key. Never throws for tampered rows. */
export function verifyCheckpointSignature(
  checkpoint: Checkpoint,
  findKey?: (keyId: string) => PublicKey | undefined,
): boolean {
  return checkSignature(checkpoint, findKey) === "valid";
}

/** The verifier key of an organisation's notes, for the configuration of witnesses. */
export function noteKey(organisationId: string): VerifierKey {
  return verifierKey(noteOrigin(organisationId), noteTypes.ed25519, currentCheckpointKey().raw);
}

/**
 * A checkpoint as a C2SP tlog-checkpoint, signed as a note by the current key. Verify the checkpoint's signature first,
 * because this signs it again.
 */
export function checkpointNote(checkpoint: Checkpoint): string {
  const text = noteText(checkpoint);
  const line = signatureLine(noteKey(checkpoint.organisationId), signText(currentCheckpointKey(), text));
  return `${text}\n${line}`;
}
