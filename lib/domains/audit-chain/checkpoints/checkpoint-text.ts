import { jcs } from "@/lib/platform/crypto/jcs";

/** The signed statement about an organisation's chain. */
export interface CheckpointStatement {
  organisationId: string;
  /** The number of events, which is the position of the last one. */
  size: number;
  /** `blockHash` of the event at that position. */
  headHash: string;
  /** The RFC 6962 tree hash over the 32 raw bytes of each `blockHash` from position 1 to `size`, as `sha256:` and hex. */
  rootHash: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`; never earlier than in the previous checkpoint. */
  issuedAt: string;
  /** The hash of the previous checkpoint including its signature; `sha256:` and 64 zeros for the first. */
  previousCheckpointHash: string;
  /** The signing key: the first 16 hexadecimal digits of the SHA-256 of its 32 raw bytes. */
  keyId: string;
}

export interface Checkpoint extends CheckpointStatement {
  /** Base64 of the Ed25519 signature (RFC 8032) of {@link signedText}. */
  signature: string;
}

export const checkpointSchema = "checkpoint/1";

/** The exact signed text: the canonical JSON (RFC 8785) of the schema and all members except the signature. */
export function signedText(statement: CheckpointStatement): string {
  return jcs({ schema: checkpointSchema, ...membersOf(statement) });
}

/** The members of the statement, without any others. */
export function membersOf(statement: CheckpointStatement): CheckpointStatement {
  const { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId } = statement;
  return { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash, keyId };
}

/** The origin and key name of an organisation's C2SP checkpoints. It never changes. */
export function noteOrigin(organisationId: string): string {
  return `governance-audit-service/${organisationId}`;
}

/** The three lines of a C2SP checkpoint (c2sp.org/tlog-checkpoint), which notes sign and witnesses cosign. */
export function noteText({ organisationId, size, rootHash }: CheckpointStatement): string {
  const bytes = rootHash.slice("sha256:".length).match(/../g) ?? [];
  const root = btoa(String.fromCharCode(...bytes.map((pair) => Number.parseInt(pair, 16))));
  return `${noteOrigin(organisationId)}\n${size}\n${root}\n`;
}
