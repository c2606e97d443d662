import { createHash } from "node:crypto";
import { type PublicKey, type SigningKey, signText } from "@/lib/signing/ed25519";

/**
 * A signed note (C2SP signed-note): the lines, an empty one, and a signature line of an Ed25519 key (type 0x01) over the
 * UTF-8 bytes of the lines with their line breaks. `name` has no white space and no plus sign.
 */
export function signNote(lines: string[], name: string, key: SigningKey): string {
  const text = lines.map((line) => `${line}\n`).join("");
  const signature = Buffer.concat([noteKeyHash(name, key), signText(key, text)]).toString("base64");
  return `${text}\n— ${name} ${signature}\n`;
}

/** The four bytes by which a signature line names its key: of the SHA-256 of name, line break, type and public key. */
function noteKeyHash(name: string, { raw }: PublicKey): Buffer {
  return createHash("sha256").update(`${name}\n`).update(Uint8Array.of(1)).update(raw).digest().subarray(0, 4);
}
