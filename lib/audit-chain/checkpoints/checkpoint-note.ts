import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";
import { currentCheckpointKey } from "@/lib/signing/checkpoint-keys";
import { signNote } from "@/lib/signing/note";

/** What the note of an organisation's chain begins with, and the name of the key that signs it. */
export function noteOrigin(organisationId: string): string {
  return `governance-audit-service/${organisationId}`;
}

/**
 * A checkpoint as a C2SP tlog-checkpoint: origin, size and root in base64, signed as a note. It is another text than
 * `signature` is over, so it is signed again, by the key that is current now: give it only a checkpoint whose own
 * signature was verified. Neither text can be taken for the other, since one begins with a brace.
 */
export function checkpointNote({ organisationId, size, rootHash }: Checkpoint): string {
  const origin = noteOrigin(organisationId);
  const root = Buffer.from(rootHash.slice("sha256:".length), "hex").toString("base64");
  return signNote([origin, String(size), root], origin, currentCheckpointKey());
}
