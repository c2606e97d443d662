import { jcs } from "@/lib/jcs";
import { isSignatureOf, type PublicKey, type SigningKey, signText } from "@/lib/signing/ed25519";

/** The `kind` of the event that records that an operator initialised the signer's state. Callers cannot write it (`draftOf`). */
export const signerInitialisedKind = "SIGNER_STATE_INITIALISED";

/** A record of the signer, before it is signed. The schema keeps one kind of record from being accepted as another. */
interface RecordBody {
  schema: string;
}

/** One line of JSON with the key's id and an Ed25519 signature over the canonical JSON (RFC 8785) of all other members. */
export function sealRecord<Body extends RecordBody>(body: Body, key: SigningKey): string {
  const complete = { ...body, keyId: key.id };
  return `${JSON.stringify({ ...complete, signature: signText(key, jcs(complete)).toString("base64") })}\n`;
}

/**
 * The record of a text. `altered` if it is no record of this schema or its signature does not verify; `unknown_key` if it
 * names a key that is not pinned, so that nothing can be said about it. Never throws.
 */
export function openRecord<Body extends RecordBody>(
  text: string,
  schema: Body["schema"],
  findKey: (keyId: string) => PublicKey | undefined,
): Body | "altered" | "unknown_key" {
  try {
    const { signature, ...signed } = JSON.parse(text) as Body & { keyId: unknown; signature: unknown };
    if (signed.schema !== schema || typeof signed.keyId !== "string" || typeof signature !== "string") return "altered";
    const key = findKey(signed.keyId);
    if (!key) return "unknown_key";
    return isSignatureOf(key, jcs(signed), signature) ? (signed as unknown as Body) : "altered";
  } catch {
    return "altered";
  }
}
