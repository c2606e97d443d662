import { hexOf } from "@/lib/evidence/verification/bytes";

/** SHA-256 of bytes: 32 bytes. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

/** Leaf and node prefixes of RFC 6962, 2.1. */
const leafInput = new Uint8Array(33);
const nodeInput = new Uint8Array(65).fill(1, 0, 1);

/** The hashes of the chain and of its tree, over whichever SHA-256 is given. */
export class Hasher {
  constructor(readonly sha256: Sha256) {}

  /** `sha256:` and the SHA-256 in lower-case hexadecimal. */
  name(bytes: Uint8Array): string {
    return this.nameOf(this.sha256(bytes));
  }

  /** A hash as it is written. */
  nameOf(hash: Uint8Array): string {
    return `sha256:${hexOf(hash)}`;
  }

  /** Of a leaf whose entry is the 32 bytes of a block's hash. */
  leaf(entry: Uint8Array): Uint8Array {
    leafInput.set(entry, 1);
    return this.sha256(leafInput);
  }

  /** Over two subtrees. */
  node(left: Uint8Array, right: Uint8Array): Uint8Array {
    nodeInput.set(left, 1);
    nodeInput.set(right, 33);
    return this.sha256(nodeInput);
  }
}
