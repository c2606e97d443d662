/** xxHash64 with seed 0, which zstd's checksum is the lower half of (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md). */
const mask = (1n << 64n) - 1n;
const prime1 = 0x9e3779b185ebca87n;
const prime2 = 0xc2b2ae3d27d4eb4fn;
const prime3 = 0x165667b19e3779f9n;
const prime4 = 0x85ebca77c2b2ae63n;
const prime5 = 0x27d4eb2f165667c5n;

// The bulk is hashed in halves of 32 bits: 64-bit integers of the runtime are twenty times as slow.
const prime1Low = Number(prime1 & 0xffffffffn) | 0;
const prime1High = Number(prime1 >> 32n) | 0;
const prime2Low = Number(prime2 & 0xffffffffn) | 0;
const prime2High = Number(prime2 >> 32n) | 0;

const stripeBytes = 32;

export class XxHash64 {
  /** Four accumulators, each as its lower and its upper half. */
  private readonly lanes = new Int32Array(8);
  private readonly rest = new Uint8Array(stripeBytes);
  private readonly restView = new DataView(this.rest.buffer);
  private restBytes = 0;
  private totalBytes = 0;

  constructor() {
    [prime1 + prime2, prime2, 0n, -prime1].forEach((start, lane) => {
      this.lanes[2 * lane] = Number(start & 0xffffffffn) | 0;
      this.lanes[2 * lane + 1] = Number((start >> 32n) & 0xffffffffn) | 0;
    });
  }

  update(bytes: Uint8Array): void {
    this.totalBytes += bytes.length;
    let at = 0;
    if (this.restBytes > 0) {
      at = Math.min(stripeBytes - this.restBytes, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.restBytes);
      this.restBytes += at;
      if (this.restBytes < stripeBytes) return;
      this.addStripes(this.restView, 0, stripeBytes);
      this.restBytes = 0;
    }
    const end = bytes.length - ((bytes.length - at) % stripeBytes);
    this.addStripes(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at, end);
    this.rest.set(bytes.subarray(end));
    this.restBytes = bytes.length - end;
  }

  /** The hash of all bytes so far. */
  digest(): bigint {
    let hash = this.totalBytes >= stripeBytes ? this.mergeLanes() : prime5;
    hash = (hash + BigInt(this.totalBytes)) & mask;
    let at = 0;
    for (; at + 8 <= this.restBytes; at += 8) {
      hash ^= round(0n, this.restView.getBigUint64(at, true));
      hash = (rotate(hash, 27n) * prime1 + prime4) & mask;
    }
    if (at + 4 <= this.restBytes) {
      hash ^= (BigInt(this.restView.getUint32(at, true)) * prime1) & mask;
      hash = (rotate(hash, 23n) * prime2 + prime3) & mask;
      at += 4;
    }
    for (; at < this.restBytes; at += 1) {
      hash ^= (BigInt(this.restView.getUint8(at)) * prime5) & mask;
      hash = (rotate(hash, 11n) * prime1) & mask;
    }
    hash = ((hash ^ (hash >> 33n)) * prime2) & mask;
    hash = ((hash ^ (hash >> 29n)) * prime3) & mask;
    return hash ^ (hash >> 32n);
  }

  /** `lane = rotate(lane + input * prime2, 31) * prime1` for each 8 bytes of [start, end). */
  private addStripes(view: DataView, start: number, end: number): void {
    const { lanes } = this;
    for (let at = start; at < end; at += 8) {
      const lane = ((at - start) >> 2) & 6;
      const inputLow = view.getInt32(at, true);
      const inputHigh = view.getInt32(at + 4, true);
      const addedLow = Math.imul(inputLow, prime2Low);
      const addedHigh =
        upperHalf(inputLow, prime2Low) + Math.imul(inputHigh, prime2Low) + Math.imul(inputLow, prime2High);
      const sumLow = ((lanes[lane] as number) + addedLow) | 0;
      const carry = sumLow >>> 0 < addedLow >>> 0 ? 1 : 0;
      const sumHigh = ((lanes[lane + 1] as number) + addedHigh + carry) | 0;
      const low = (sumLow << 31) | (sumHigh >>> 1);
      const high = (sumHigh << 31) | (sumLow >>> 1);
      lanes[lane] = Math.imul(low, prime1Low);
      lanes[lane + 1] = upperHalf(low, prime1Low) + Math.imul(high, prime1Low) + Math.imul(low, prime1High);
    }
  }

  private mergeLanes(): bigint {
    const [first, second, third, fourth] = new BigUint64Array(this.lanes.buffer) as unknown as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const sum = rotate(first, 1n) + rotate(second, 7n) + rotate(third, 12n) + rotate(fourth, 18n);
    return [first, second, third, fourth].reduce(
      (hash, lane) => ((hash ^ round(0n, lane)) * prime1 + prime4) & mask,
      sum & mask,
    );
  }
}

function round(lane: bigint, input: bigint): bigint {
  return (rotate((lane + input * prime2) & mask, 31n) * prime1) & mask;
}

function rotate(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & mask;
}

/** The upper 32 bits of the 64-bit product of two numbers of 32 bits, taken as unsigned. */
function upperHalf(left: number, right: number): number {
  const leftLow = left & 0xffff;
  const leftHigh = left >>> 16;
  const rightLow = right & 0xffff;
  const rightHigh = right >>> 16;
  const middle = (Math.imul(leftHigh, rightLow) + (Math.imul(leftLow, rightLow) >>> 16)) | 0;
  const lower = (Math.imul(leftLow, rightHigh) + (middle & 0xffff)) | 0;
  return (Math.imul(leftHigh, rightHigh) + (middle >>> 16) + (lower >>> 16)) | 0;
}
