import { createHash, sign } from "node:crypto";
import { type SampleSealKey, sampleKeys } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import type { EvidenceBundle, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { firstOf } from "@/lib/domains/evidence/verification/der";
import { jcs } from "@/lib/platform/crypto/jcs";

export function opened(bundle: EvidenceBundle): EvidenceBundle {
  return structuredClone(bundle);
}

/** Writes a bundle in canonical form and keeps its seal. */
export function fileOf(bundle: EvidenceBundle): Buffer {
  return Buffer.from(jcs(bundle));
}

/** Reseals a bundle, optionally with another key, which is added to its keys. */
export function resealed(bundle: EvidenceBundle, key: SampleSealKey = sampleKeys().sealKey): Buffer {
  const others = bundle.evidence.keys.filter(({ kty, kid }) => kty !== "RSA" || kid === key.id);
  bundle.evidence.keys = others.some(({ kid }) => kid === key.id) ? others : [key.jwk, ...others];
  const signature = sign("sha256", Buffer.from(jcs(bundle.evidence)), key.privateKey).toString("base64");
  return fileOf({ ...bundle, seal: { ...bundle.seal, keyId: key.id, signature } });
}

/** Recomputes both hashes of an event. */
export function rehash(event: EvidenceEvent): void {
  const { content, erasure: _record, contentText: _text, ...rest } = event;
  const { blockHash: _hash, evidenceId: _id, disclosure: _shown, ...header } = rest;
  if (content) header.contentHash = named(jcs(content));
  event.contentHash = header.contentHash;
  event.blockHash = named(jcs({ schema: "audit-event/1", ...header }));
}

/** Recomputes hashes and links of all events from one on. */
export function rehashFrom(events: EvidenceEvent[], from: number): void {
  for (const [i, event] of events.entries()) {
    if (i < from) continue;
    const before = events[i - 1];
    if (i > from && before) event.previousModelHash = before.blockHash;
    if (before?.chainPosition === event.chainPosition - 1) event.previousHash = before.blockHash;
    rehash(event);
  }
}

export function flipped(hash: string): string {
  return `${hash.slice(0, -1)}${hash.endsWith("0") ? "1" : "0"}`;
}

/** Replaces the signature of a PDF, with zeros in the rest of its space. */
export function withSignature(pdf: Buffer, change: (der: Buffer) => Uint8Array): Buffer {
  const changed = Buffer.from(pdf);
  const at = changed.lastIndexOf("/Contents <") + "/Contents <".length;
  const end = changed.indexOf(">", at);
  const der = Buffer.from(firstOf(Buffer.from(changed.toString("latin1", at, end), "hex")).whole);
  changed.write(
    Buffer.from(change(der))
      .toString("hex")
      .padEnd(end - at, "0"),
    at,
    "latin1",
  );
  return changed;
}

/** The same signature without its unsigned attributes. */
export function withoutTimestamp(der: Buffer): Buffer {
  // The attributes and the attribute have a tag and a length of three bytes each.
  const from = der.indexOf(Buffer.from("060b2a864886f70d010910020e", "hex")) - 8;
  const changed = Buffer.from(der.subarray(0, from));
  for (let at = 0; at < from; ) {
    const { length } = firstOf(der.subarray(at)).whole;
    if (at + length > from) changed.writeUInt16BE(changed.readUInt16BE(at + 2) - (der.length - from), at + 2);
    at += at + length > from ? 4 : length;
  }
  return changed;
}

function named(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
