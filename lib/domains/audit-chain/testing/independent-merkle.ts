import { createPublicKey, hash, verify } from "node:crypto";

/**
 * A second implementation of the tree, of the verification of its proofs and of a C2SP signed note reader, to compare
 * the service's with. It follows the definitions and algorithms of RFC 6962 (2.1) and RFC 9162 (2.1.3.2, 2.1.4.2), and
 * must never import the code that it checks.
 */

const sha256 = (...parts: Uint8Array[]) => hash("sha256", Buffer.concat(parts), "buffer");
const leaf = (entry: Uint8Array) => sha256(Uint8Array.of(0), entry);
const node = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);

/** `sha256:` and hexadecimal digits as bytes. */
export function bytesOf(hash: string): Buffer {
  if (!/^sha256:[0-9a-f]{64}$/.test(hash)) throw new Error(`${hash} is no hash`);
  return Buffer.from(hash.slice(7), "hex");
}

/** The Merkle tree over entries. Caches hashes by range. */
export class IndependentTree {
  private readonly known = new Map<number, Buffer>();

  constructor(private readonly entries: Uint8Array[]) {}

  /** MTH(D[start:end]). */
  hash(start = 0, end = this.entries.length): Buffer {
    const count = end - start;
    if (count === 0) return sha256();
    const place = start * 2 ** 26 + end;
    const known = this.known.get(place);
    if (known) return known;
    const split = start + powerBelow(count);
    const computed =
      count === 1 ? leaf(this.entries[start] as Uint8Array) : node(this.hash(start, split), this.hash(split, end));
    this.known.set(place, computed);
    return computed;
  }

  /** PATH(m, D[start:end]). */
  path(m: number, start = 0, end = this.entries.length): Buffer[] {
    const count = end - start;
    if (count === 1) return [];
    const k = powerBelow(count);
    return m < k
      ? [...this.path(m, start, start + k), this.hash(start + k, end)]
      : [...this.path(m - k, start + k, end), this.hash(start, start + k)];
  }

  /** PROOF(m, D[0:n]) for 0 < m < n. */
  consistency(m: number, n: number): Buffer[] {
    return this.subproof(m, 0, n, true);
  }

  /** SUBPROOF(m, D[start:end], b). */
  private subproof(m: number, start: number, end: number, b: boolean): Buffer[] {
    if (m === end - start) return b ? [] : [this.hash(start, end)];
    const k = powerBelow(end - start);
    return m <= k
      ? [...this.subproof(m, start, start + k, b), this.hash(start + k, end)]
      : [...this.subproof(m - k, start + k, end, false), this.hash(start, start + k)];
  }
}

function powerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** RFC 9162, 2.1.3.2: whether the path leads from a leaf's hash to the root. */
export function isIncluded(
  leafHash: Uint8Array,
  leafIndex: number,
  treeSize: number,
  path: Uint8Array[],
  root: Uint8Array,
): boolean {
  if (leafIndex >= treeSize) return false;
  let [fn, sn] = [leafIndex, treeSize - 1];
  let r = Buffer.from(leafHash);
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = node(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      r = node(r, p);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && r.equals(root);
}

/** RFC 9162, 2.1.4.2: whether the path proves that the second tree extends the first. */
export function isConsistent(
  [first, firstRoot]: [number, Uint8Array],
  [second, secondRoot]: [number, Uint8Array],
  path: Uint8Array[],
): boolean {
  if (first === second) return path.length === 0 && Buffer.from(firstRoot).equals(secondRoot);
  if (path.length === 0) return false;
  const isPower = Number.isInteger(Math.log2(first));
  const [start, ...rest] = isPower ? [firstRoot, ...path] : path;
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let fr = Buffer.from(start as Uint8Array);
  let sr = fr;
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = node(c, fr);
      sr = node(c, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = node(sr, c);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(firstRoot) && sr.equals(secondRoot);
}

function half(value: number): number {
  return Math.floor(value / 2);
}

/** The lines of a signed note with a signature of the named key. Throws if the note is invalid. */
export function openNote(note: string, name: string, publicKey: { x: string }): string[] {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) throw new Error("there is no signature");
  const text = note.slice(0, end + 1);
  const signatures = note.slice(end + 2, -1).split("\n");
  const raw = Buffer.from(publicKey.x, "base64url");
  const keyHash = sha256(Buffer.from(name), Uint8Array.of(0x0a, 0x01), raw).subarray(0, 4);
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey.x }, format: "jwk" });
  for (const line of signatures) {
    const [, signer, signature = ""] = /^\u2014 ([^ +]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const bytes = Buffer.from(signature, "base64");
    if (signer !== name || !bytes.subarray(0, 4).equals(keyHash)) continue;
    if (verify(null, Buffer.from(text), key, bytes.subarray(4))) return text.slice(0, -1).split("\n");
  }
  throw new Error("no signature of this key verifies");
}
