import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";

/*
 * Signed notes (c2sp.org/signed-note), verifier keys and cosignatures (c2sp.org/tlog-cosignature). Pure and without Node
 * modules, because browsers use it too.
 */

/** Signature types of a note: a plain Ed25519 signature of a log, and the timestamped cosignature of a witness. */
export const noteTypes = { ed25519: 0x01, cosignature: 0x04 } as const;

/** A public key with its name and signature type. */
export interface VerifierKey {
  name: string;
  type: number;
  /** The four bytes by which a signature names the key, in lower-case hexadecimal. */
  hash: string;
  /** The 32 bytes of RFC 8032. */
  raw: Uint8Array;
}

interface NoteSignature {
  name: string;
  /** The key hash in lower-case hexadecimal. */
  hash: string;
  /** The bytes after the key hash. */
  bytes: Uint8Array;
}

export interface SignedNote {
  /** The signed text, up to and including its last line break. */
  text: string;
  signatures: NoteSignature[];
}

/** The three lines of a checkpoint (c2sp.org/tlog-checkpoint). */
export interface NoteCheckpoint {
  origin: string;
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
}

const nameForm = /^[^\s+\p{Cc}]+$/u;
const vkeyForm = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/;
const sizeForm = /^(?:0|[1-9]\d{0,15})$/;
/** Verifiers must accept at least 16. */
const signaturesMax = 64;

/** Whether a text can be the name of a key: not empty, no white space and no plus sign. */
export function isKeyName(name: string): boolean {
  return nameForm.test(name) && name.length <= 200;
}

export function verifierKey(name: string, type: number, raw: Uint8Array): VerifierKey {
  return { name, type, raw, hash: hex(keyHash(name, type, raw)) };
}

/** `<name>+<key hash>+<base64 of type and key>`. */
export function vkeyText({ name, hash, type, raw }: VerifierKey): string {
  return `${name}+${hash}+${base64Of(concat(Uint8Array.of(type), raw))}`;
}

/** Parses a verifier key of one of the two Ed25519 types. @throws Error with the reason. */
export function parseVkey(text: string): VerifierKey {
  const [, name = "", hash = "", base64 = ""] = vkeyForm.exec(text.trim()) ?? [];
  const bytes = bytesOf(base64);
  const type = bytes?.[0];
  if (!bytes || type === undefined || bytes.length !== 33 || !isKeyName(name)) {
    throw new Error("A verifier key must look like name+01234567+base64, as the log or witness prints it.");
  }
  if (type !== noteTypes.ed25519 && type !== noteTypes.cosignature) {
    throw new Error(
      `The verifier key of ${name} has signature type ${type}. Only the Ed25519 types 1 and 4 are supported.`,
    );
  }
  const key = verifierKey(name, type, bytes.subarray(1));
  if (key.hash !== hash) throw new Error(`The verifier key of ${name} is damaged: its hash does not match.`);
  return key;
}

/** Parses a signed note without verifying signatures. @throws Error with the reason. */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) throw new Error("The note must end its text with an empty line.");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a note must not contain.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new Error("The note contains control characters.");
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > signaturesMax) throw new Error(`The note has more than ${signaturesMax} signatures.`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) };
}

/** Parses a `— name base64` line. @throws Error. */
export function parseSignatureLine(line: string): NoteSignature {
  const [, name = "", base64 = ""] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = bytesOf(base64);
  if (!bytes || bytes.length < 5 || !isKeyName(name)) throw new Error("The note has a malformed signature line.");
  return { name, hash: hex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}

/** A signature line, with its line break. */
export function signatureLine(key: Pick<VerifierKey, "name" | "hash">, bytes: Uint8Array): string {
  return `\u2014 ${key.name} ${base64Of(concat(bytesOfHex(key.hash), bytes))}\n`;
}

/** Parses a note's text as a checkpoint, with optional extension lines. @throws Error with the reason. */
export function parseCheckpointText(text: string): NoteCheckpoint {
  const [origin = "", size = "", root = "", ...extensions] = text.slice(0, -1).split("\n");
  const rootBytes = bytesOf(root);
  if (!text.endsWith("\n") || origin === "") throw new Error("The checkpoint has no origin line.");
  if (!sizeForm.test(size) || !Number.isSafeInteger(Number(size))) {
    throw new Error("The second line of the checkpoint must be the tree size in decimal.");
  }
  if (rootBytes?.length !== 32) throw new Error("The third line of the checkpoint must be the root hash in base64.");
  if (extensions.includes("")) throw new Error("Extension lines of a checkpoint must not be empty.");
  return { origin, size: Number(size), root: rootBytes };
}

/** Whether a signature is the key's plain Ed25519 signature of a note's text. */
export function isNoteSignature(key: VerifierKey, text: string, signature: NoteSignature): boolean {
  if (key.type !== noteTypes.ed25519 || !isBy(key, signature)) return false;
  return isEd25519(signature.bytes, utf8.encode(text), key.raw);
}

/** The text that a witness signs, with a time in Unix seconds. */
export function cosignedText(text: string, timestamp: number): string {
  return `cosignature/v1\ntime ${timestamp}\n${text}`;
}

/** Eight bytes of timestamp, then the Ed25519 signature of {@link cosignedText}. */
export function cosignatureBytes(timestamp: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timestamp));
  bytes.set(signature, 8);
  return bytes;
}

/** The time of a valid cosignature, in Unix seconds; undefined if it is not valid for this key. */
export function readCosignature(key: VerifierKey, text: string, signature: NoteSignature): number | undefined {
  const { bytes } = signature;
  if (key.type !== noteTypes.cosignature || !isBy(key, signature) || bytes.length !== 72) return undefined;
  const timestamp = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  // The maximum of Date.
  if (timestamp > 8_640_000_000_000) return undefined;
  return isEd25519(bytes.subarray(8), utf8.encode(cosignedText(text, timestamp)), key.raw) ? timestamp : undefined;
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes canonical base64; undefined for any other text. */
export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64);
    return btoa(binary) === base64 ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

function isBy({ name, hash }: VerifierKey, signature: NoteSignature): boolean {
  return signature.name === name && signature.hash === hash;
}

function isEd25519(signature: Uint8Array, message: Uint8Array, raw: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, raw, { zip215: false });
  } catch {
    return false;
  }
}

function keyHash(name: string, type: number, raw: Uint8Array): Uint8Array {
  return sha256(concat(utf8.encode(`${name}\n`), Uint8Array.of(type), raw)).subarray(0, 4);
}

const utf8 = new TextEncoder();

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
