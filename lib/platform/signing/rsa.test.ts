import { createHash, createSign, createVerify, generateKeyPairSync, privateEncrypt, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "@/lib/platform/core/testing";
import {
  isSignatureOfDigest,
  readCertificates,
  readRsaPrivateKey,
  readRsaPublicKey,
  readRsaPublicKeys,
  signSha256Digest,
} from "@/lib/platform/signing/rsa";
import { certify, pemOf, rsaTestKey } from "@/lib/platform/signing/testing";

const key = rsaTestKey("one");
const other = rsaTestKey("two");
const short = rsaTestKey("short", 3072);
const curve = generateKeyPairSync("ed25519");
const digestOf = (data: Uint8Array) => createHash("sha256").update(data).digest();
const signed = (data: Uint8Array) => createSign("RSA-SHA256").update(data).sign(key.privateKey);

describe("the signature of a digest", () => {
  test("matches RSASSA-PKCS1-v1_5 with SHA-256 of the data", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const signature = signSha256Digest(key.privateKey, digestOf(data));
        expect(signature.equals(signed(data))).toBe(true);
        expect(isSignatureOfDigest({ key: key.publicKey }, digestOf(data), signature)).toBe(true);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  test("is valid if and only if it is a valid signature of the data", () => {
    const change = fc.record({ at: fc.nat(511), by: fc.integer({ min: 0, max: 255 }), in: fc.constantFrom("s", "d") });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), change, (data, { at, by, in: where }) => {
        const signature = signed(data);
        const checked = Buffer.from(data);
        if (where === "s") signature.writeUInt8(signature.readUInt8(at) ^ by, at);
        else checked.writeUInt8(checked.readUInt8(0) ^ by, 0);
        const expected = createVerify("RSA-SHA256").update(checked).verify(key.publicKey, signature);
        expect(expected).toBe(by === 0);
        expect(isSignatureOfDigest({ key: key.publicKey }, digestOf(checked), signature)).toBe(expected);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  const data = Buffer.from("data");
  const info = (prefix: string) => Buffer.concat([Buffer.from(prefix, "hex"), digestOf(data)]);
  const whole = "3031300d060960864801650304020105000420";
  const others: [string, () => Buffer][] = [
    ["of another key", () => signSha256Digest(other.privateKey, digestOf(data))],
    ["that is truncated", () => signed(data).subarray(0, 511)],
    ["with an extra byte", () => Buffer.concat([signed(data), Buffer.of(0)])],
    ["that is empty", () => Buffer.alloc(0)],
    ["of zeros", () => Buffer.alloc(512)],
    ["of ones", () => Buffer.alloc(512, 0xff)],
    ["that is random", () => randomBytes(512)],
    ["of the digest without the algorithm identifier", () => privateEncrypt(key.privateKey, digestOf(data))],
    [
      "with the identifier of SHA-512",
      () => privateEncrypt(key.privateKey, info(whole.replace("04020105", "04020305"))),
    ],
    [
      "without the parameters of the identifier",
      () => privateEncrypt(key.privateKey, info("302f300b0609608648016503040201" + "0420")),
    ],
    ["with data after the digest", () => privateEncrypt(key.privateKey, Buffer.concat([info(whole), Buffer.of(0)]))],
    ["with PSS", () => createSign("RSA-SHA256").update(data).sign({ key: key.privateKey, padding: 6 })],
  ];
  test.each(others)("%s is invalid, also in node:crypto", (_which, make) => {
    const signature = make();
    expect(isSignatureOfDigest({ key: key.publicKey }, digestOf(data), signature)).toBe(false);
    expect(createVerify("RSA-SHA256").update(data).verify(key.publicKey, signature)).toBe(false);
  });

  test.each([0, 20, 31, 33, 64])("requires 32 bytes, not %i", (length) => {
    expect(() => signSha256Digest(key.privateKey, new Uint8Array(length))).toThrow(
      "a SHA-256 digest must have 32 bytes",
    );
  });
});

describe("parsing keys", () => {
  test.each([
    ["unchanged", (pem: string) => pem],
    ["on one line", (pem: string) => pem.replaceAll("\n", "\\n")],
    ["with surrounding white space", (pem: string) => `\n  ${pem}\n\n`],
  ])("accepts the key %s", async (_how, written) => {
    expect(readRsaPrivateKey(written(key.pem)).equals(key.privateKey)).toBe(true);
    const certificate = await certify("Example", key.publicKey, "Authority", other.privateKey);
    for (const pem of [pemOf(key.publicKey), certificate]) {
      const read = readRsaPublicKey(written(pem));
      expect({ id: read.id, pem: read.pem }).toEqual({ id: key.id, pem: pemOf(key.publicKey) });
      expect(read.key.equals(key.publicKey)).toBe(true);
    }
    const both = `${certificate}\n${pemOf(other.publicKey)}`;
    expect(readRsaPublicKeys(written(both)).map(({ id }) => id)).toEqual([key.id, other.id]);
  });

  test("accepts an empty list", () => {
    expect(readRsaPublicKeys("")).toEqual([]);
  });

  const encrypted = key.privateKey
    .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "hunter2" })
    .toString();
  const curvePem = curve.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const refused: [string, (text: string) => unknown, string, string][] = [
    ["a private key of 3072 bits", readRsaPrivateKey, short.pem, "must have 4096 bits, but has 3072"],
    ["an elliptic-curve private key", readRsaPrivateKey, curvePem, "Not a valid RSA private key"],
    ["an encrypted private key", readRsaPrivateKey, encrypted, "unencrypted"],
    ["a truncated private key", readRsaPrivateKey, key.pem.slice(0, 900), "Not a valid RSA private key"],
    ["text as a private key", readRsaPrivateKey, "secret words", "Not a valid RSA private key"],
    ["a public key as a private one", readRsaPrivateKey, pemOf(key.publicKey), "Not a valid RSA private key"],
    ["a private key as a public one", readRsaPublicKey, key.pem, "This is a private key"],
    [
      "a private key among public ones",
      readRsaPublicKeys,
      `${pemOf(key.publicKey)}${key.pem}`,
      "This is a private key",
    ],
    ["a public key of 3072 bits", readRsaPublicKey, pemOf(short.publicKey), "must have 4096 bits, but has 3072"],
    ["an elliptic-curve public key", readRsaPublicKey, pemOf(curve.publicKey), "Not a valid RSA public key"],
    ["text as a public key", readRsaPublicKey, "secret words", "Not a valid RSA public key"],
    [
      "text after public keys",
      readRsaPublicKeys,
      `${pemOf(key.publicKey)} secret words`,
      "must contain only PEM blocks",
    ],
    ["text as a certificate", readCertificates, "", "contains no certificate"],
    ["a key as a certificate", readCertificates, pemOf(key.publicKey), "must contain only certificates"],
  ];
  test.each(refused)("rejects %s without quoting the text", (_what, read, text, message) => {
    expect(() => read(text)).toThrow(message);
    const words = text.split(/\s+/).filter((word) => word.length > 20 || word === "secret");
    for (const word of words) expect(() => read(text)).not.toThrow(word);
  });

  test("requires 4096 bits in the first certificate, but not in an issuing one", async () => {
    const authority = await certify("Authority", short.publicKey, "Authority", short.privateKey);
    const leaf = await certify("Example", key.publicKey, "Authority", short.privateKey);
    expect(() => readCertificates(authority)).toThrow("must have 4096 bits, but has 3072");
    expect(() => readCertificates(authority + leaf)).toThrow("but has 3072");
    expect(readCertificates(`${leaf}\n${authority}`).map(({ subject }) => /CN=(.*)/.exec(subject)?.[1])).toEqual([
      "Example",
      "Authority",
    ]);
  });
});
