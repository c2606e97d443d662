import { jcs } from "@/lib/platform/crypto/jcs";

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
  /** The hash of the checkpoint before, its signature included; `sha256:` and 64 zeros for the first. */
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

/** The members of the statement alone, whatever else an object has. */
export function membersOf(statement: CheckpointStatement): CheckpointStatement {
  const { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId } = statement;
  return { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId };
}

/** The origin of the C2SP checkpoints of an organisation's chain, and the name of the key that signs them. It never changes. */
export function noteOrigin(organisationId: string): string {
  return `governance-audit-service/${organisationId}`;
}

/** The three lines of a C2SP checkpoint (c2sp.org/tlog-checkpoint): what a note is signed over and what witnesses cosign. */
export function noteText({ organisationId, size, rootHash }: CheckpointStatement): string {
  const bytes = rootHash.slice("sha256:".length).match(/../g) ?? [];
  const root = btoa(String.fromCharCode(...bytes.map((pair) => Number.parseInt(pair, 16))));
  return `${noteOrigin(organisationId)}\n${size}\n${root}\n`;
}
