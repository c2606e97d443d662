import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";
import { noteOrigin, noteText } from "@/lib/audit-chain/checkpoints/checkpoint-text";
import { currentCheckpointKey } from "@/lib/signing/checkpoint-keys";
import { signText } from "@/lib/signing/ed25519";
import { noteTypes, signatureLine, type VerifierKey, verifierKey } from "@/lib/signing/signed-note";

/** The verifier key of the notes of an organisation's chain: what a witness has to trust. */
export function noteKey(organisationId: string): VerifierKey {
  return verifierKey(noteOrigin(organisationId), noteTypes.ed25519, currentCheckpointKey().raw);
}

/**
 * A checkpoint as a C2SP tlog-checkpoint: origin, size and root in base64, signed as a note. It is another text than
 * `signature` is over, so it is signed again, by the key that is current now: give it only a checkpoint whose own
 * signature was verified. Neither text can be taken for the other, since one begins with a brace.
 */
export function checkpointNote(checkpoint: Checkpoint): string {
  const text = noteText(checkpoint);
  const line = signatureLine(noteKey(checkpoint.organisationId), signText(currentCheckpointKey(), text));
  return `${text}\n${line}`;
}
