import { hash } from "node:crypto";
import { canonicalHeader, type EventHeader } from "@/lib/audit-chain/block-text";

export {
  canonicalContent,
  canonicalHeader,
  type EventActor,
  type EventContent,
  type EventHeader,
  genesisHash,
} from "@/lib/audit-chain/block-text";

/** `sha256:` and the SHA-256 of a text's UTF-8 bytes in lower-case hexadecimal. */
export function hashText(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}

/** A block's hash: that of its canonical header, which carries the content's hash. */
export function blockHash(header: EventHeader): string {
  return hashText(canonicalHeader(header));
}
