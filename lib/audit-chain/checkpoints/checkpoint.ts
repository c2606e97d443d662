import { hashText } from "@/lib/audit-chain/block";
import { jcs } from "@/lib/jcs";
import { findCheckpointKey } from "@/lib/signing/checkpoint-keys";
import { isSignatureOf, type PublicKey, type SigningKey, signText } from "@/lib/signing/ed25519";

/** What a checkpoint says of an organisation's chain. */
export interface CheckpointStatement {
  organisationId: string;
  /** Events that the chain had: the position of the last of them. */
  size: number;
  /** `blockHash` of the event at that position. */
  headHash: string;
  /** The RFC 6962 tree hash over the 32 raw bytes of each `blockHash` from position 1 to `size`, as `sha256:` and hex. */
  rootHash: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`; never before that of the checkpoint before. */
  issuedAt: string;
  /** {@link checkpointHash} of the checkpoint before; `sha256:` and 64 zeros for the first. */
  previousCheckpointHash: string;
  /** The signing key: the first 16 hexadecimal digits of the SHA-256 of its 32 raw bytes. */
  keyId: string;
}

/** A signed state of a chain. */
export interface Checkpoint extends CheckpointStatement {
  /** Base64 of the Ed25519 signature (RFC 8032) of {@link signedText}. */
  signature: string;
}

export const checkpointSchema = "checkpoint/1";

/** The exact text that is signed: the canonical JSON (RFC 8785) of all members but the signature, and of the schema. */
export function signedText(statement: CheckpointStatement): string {
  return jcs({ schema: checkpointSchema, ...membersOf(statement) });
}

/**
 * What the next checkpoint names as its predecessor: `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of all
 * members, the signature among them, and of the schema.
 */
export function checkpointHash(checkpoint: Checkpoint): string {
  return hashText(jcs({ schema: checkpointSchema, ...membersOf(checkpoint), signature: checkpoint.signature }));
}

/** Signs what is to be said of a chain; the key's own id is put in. */
export function signCheckpoint(statement: Omit<CheckpointStatement, "keyId">, key: SigningKey): Checkpoint {
  const complete = membersOf({ ...statement, keyId: key.id });
  return { ...complete, signature: signText(key, signedText(complete)).toString("base64") };
}

/**
 * Whether a checkpoint is signed by the key it names and that key is one of ours: of the configuration, or whatever
 * `findKey` knows. Never throws for what a tampered row may hold.
 */
export function verifyCheckpointSignature(
  checkpoint: Checkpoint,
  findKey: (keyId: string) => PublicKey | undefined = findCheckpointKey,
): boolean {
  const key = findKey(checkpoint.keyId);
  return key !== undefined && isSignatureOf(key, signedText(checkpoint), checkpoint.signature);
}

function membersOf(statement: CheckpointStatement): CheckpointStatement {
  const { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId } = statement;
  return { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId };
}
