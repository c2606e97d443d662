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
 * `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of the schema and all members, including the signature:
 * what the next checkpoint names as its predecessor.
 */
export function checkpointHash(checkpoint: Checkpoint): string {
  return hashText(checkpointText(checkpoint));
}

/** The text that {@link checkpointHash} is the hash of; timestamps are of it. */
export function checkpointText(checkpoint: Checkpoint): string {
  return jcs({ schema: checkpointSchema, ...membersOf(checkpoint), signature: checkpoint.signature });
}

/** Signs what is to be said of a chain; the key's own id is put in. */
export function signCheckpoint(statement: Omit<CheckpointStatement, "keyId">, key: SigningKey): Checkpoint {
  const complete = membersOf({ ...statement, keyId: key.id });
  return { ...complete, signature: signText(key, signedText(complete)).toString("base64") };
}

/** Whether a signature is valid. One by a key that this process does not know says nothing, neither good nor bad. */
export type SignatureVerdict = "valid" | "invalid" | "key_unknown";

/** Checks a checkpoint's signature. `findKey` knows the pinned keys. Never throws for what a tampered row may hold. */
export function checkSignature(
  checkpoint: Checkpoint,
  findKey: (keyId: string) => PublicKey | undefined = findCheckpointKey,
): SignatureVerdict {
  const key = findKey(checkpoint.keyId);
  if (!key) return "key_unknown";
  return isSignatureOf(key, signedText(checkpoint), checkpoint.signature) ? "valid" : "invalid";
}

/** Whether a checkpoint is signed by a pinned key. Never throws for what a tampered row may hold. */
export function verifyCheckpointSignature(
  checkpoint: Checkpoint,
  findKey?: (keyId: string) => PublicKey | undefined,
): boolean {
  return checkSignature(checkpoint, findKey) === "valid";
}

/** The verifier key of the notes of an organisation's chain: what a witness has to trust. */
export function noteKey(organisationId: string): VerifierKey {
  return verifierKey(noteOrigin(organisationId), noteTypes.ed25519, currentCheckpointKey().raw);
}

/**
 * A checkpoint as a C2SP tlog-checkpoint, signed as a note by the current key. Pass only a checkpoint whose own
 * signature was verified, because this signs it again.
 */
export function checkpointNote(checkpoint: Checkpoint): string {
  const text = noteText(checkpoint);
  const line = signatureLine(noteKey(checkpoint.organisationId), signText(currentCheckpointKey(), text));
  return `${text}\n${line}`;
}
