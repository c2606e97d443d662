import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";

/**
 * Signed notes and cosignatures according to their specifications (c2sp.org/signed-note, tlog-checkpoint,
 * tlog-cosignature), with node:crypto only. It shares no code with the product, so that it can check it.
 */

/** A test log, which signs any text with its key. */
export interface TestLog {
  origin: string;
  vkey: string;
  /** The signed note of a checkpoint with a size and a root. */
  note(size: number, root: Buffer, extension?: string): string;
}

export function testLog(origin: string): TestLog {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = rawOf(publicKey);
  const id = keyId(origin, 1, raw);
  return {
    origin,
    vkey: `${origin}+${id.toString("hex")}+${Buffer.concat([Buffer.of(1), raw]).toString("base64")}`,
    note(size, root, extension) {
      const lines = [origin, String(size), root.toString("base64"), ...(extension === undefined ? [] : [extension])];
      const text = lines.map((line) => `${line}\n`).join("");
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString("base64");
      return `${text}\n\u2014 ${origin} ${signature}\n`;
    },
  };
}

/** A test witness, which cosigns any text with its key. */
interface TestWitness {
  name: string;
  vkey: string;
  /** Base64 of a signature line for a note's text at a Unix time. */
  cosign(text: string, time: number): string;
}

export function testWitness(name: string): TestWitness {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = rawOf(publicKey);
  const id = keyId(name, 4, raw);
  return {
    name,
    vkey: `${name}+${id.toString("hex")}+${Buffer.concat([Buffer.of(4), raw]).toString("base64")}`,
    cosign(text, time) {
      const timestamp = Buffer.alloc(8);
      timestamp.writeBigUInt64BE(BigInt(time));
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), privateKey);
      return Buffer.concat([id, timestamp, signature]).toString("base64");
    },
  };
}

/** The Unix time at which a witness cosigned a note's text; undefined if the line does not prove it. */
export function cosignedAt(text: string, line: string, vkey: string): number | undefined {
  const [, name = "", , base64 = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const typed = Buffer.from(base64, "base64");
  const raw = typed.subarray(1);
  const [dash, lineName, encoded = "", ...rest] = line.replace(/\n$/, "").split(" ");
  const blob = Buffer.from(encoded, "base64");
  if (typed[0] !== 4 || raw.length !== 32 || dash !== "\u2014" || lineName !== name || rest.length > 0)
    return undefined;
  if (blob.length !== 4 + 8 + 64 || !blob.subarray(0, 4).equals(keyId(name, 4, raw))) return undefined;
  const time = blob.readBigUInt64BE(4);
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  return verify(null, message, key, blob.subarray(12)) ? Number(time) : undefined;
}

function keyId(name: string, type: number, raw: Buffer): Buffer {
  return createHash("sha256").update(`${name}\n`).update(Buffer.of(type)).update(raw).digest().subarray(0, 4);
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}
