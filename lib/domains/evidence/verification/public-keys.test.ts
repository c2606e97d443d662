import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newCheckpointKey, newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import {
  bitsOf,
  type Ed25519Key,
  isEd25519Signature,
  isRsaSignature,
  keyOfJwk,
  type RsaKey,
  readPublicKeys,
} from "@/lib/domains/evidence/verification/public-keys";
import { publicKeyPem, signText } from "@/lib/platform/signing/ed25519";
import { rsaPublicKeyOf, selfSignedCertificate } from "@/lib/platform/signing/rsa";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = newSealKey();
const ed25519 = newCheckpointKey();

function idOf(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex")
    .slice(0, 16);
}

function only(given: Parameters<typeof readPublicKeys>[0]) {
  const [key, ...others] = readPublicKeys(given);
  if (!key || others.length > 0) throw new Error("not exactly one key");
  return key;
}

describe("every format gives the same key:", () => {
  test("an RSA key", async () => {
    const jwk = rsa.publicKey.export({ format: "jwk" });
    const certificate = new X509Certificate(
      await selfSignedCertificate(rsa.privateKey, rsaPublicKeyOf(rsa.publicKey), "Signer"),
    ).toString();
    const forms = [
      rsa.publicKey.export({ format: "pem", type: "spki" }).toString(),
      rsa.publicKey.export({ format: "pem", type: "pkcs1" }).toString(),
      rsa.publicKey.export({ format: "pem", type: "spki" }).toString().replaceAll("\n", "\\n"),
      certificate,
      JSON.stringify(jwk),
      JSON.stringify({ keys: [jwk] }),
    ];
    for (const form of [...forms, { ...jwk }]) {
      expect(only(form)).toEqual({ ...only(forms[0] ?? ""), id: idOf(rsa.publicKey) });
    }
    expect(bitsOf(only(forms[0] ?? "") as RsaKey)).toBe(2048);
  });

  test("an Ed25519 key", () => {
    const jwk = ed25519.key.export({ format: "jwk" });
    for (const form of [publicKeyPem(ed25519), ed25519.raw.toString("base64"), JSON.stringify(jwk), { ...jwk }]) {
      expect(only(form)).toMatchObject({ kind: "ed25519", id: ed25519.id });
    }
  });

  test("several keys", () => {
    const text = `${other.pem}\n${publicKeyPem(ed25519)}${rsa.publicKey.export({ format: "pem", type: "spki" })}`;
    expect(readPublicKeys(text).map(({ id }) => id)).toEqual([other.id, ed25519.id, idOf(rsa.publicKey)]);
  });

  test("keys of any length", () => {
    for (const modulusLength of [512, 1024, 1031, 2049]) {
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength });
      const key = only(publicKey.export({ format: "pem", type: "spki" }).toString()) as RsaKey;
      const { modulusLength: bits } = publicKey.asymmetricKeyDetails ?? {};
      expect([key.id, bitsOf(key)]).toEqual([idOf(publicKey), bits]);
    }
  });
});

test.each([
  ["of another kind", generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey],
  ["for RSA-PSS", generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey],
  ["of another Edwards curve", generateKeyPairSync("ed448").publicKey],
])("a key %s is rejected", (_what, key) => {
  expect(() => readPublicKeys(key.export({ format: "pem", type: "spki" }).toString())).toThrow(
    "contains no RSA or Ed25519 key",
  );
});

test("an invalid key is rejected with a plain error and never causes another exception", () => {
  const der = rsa.publicKey.export({ format: "der", type: "spki" });
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(der.length), (at, change, length) => {
      const altered = Buffer.from(der.subarray(0, length));
      if (at < length) altered[at] = (altered[at] ?? 0) ^ change;
      const pem = `-----BEGIN PUBLIC KEY-----\n${altered.toString("base64")}\n-----END PUBLIC KEY-----`;
      try {
        readPublicKeys(pem);
      } catch (error) {
        expect((error as Error).constructor).toBe(Error);
      }
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(() => readPublicKeys(text)).toThrow(Error);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("kty", "crv", "x", "n", "e", "keys"), fc.jsonValue()), (jwk) => {
      expect(() => keyOfJwk(jwk)).not.toThrow();
    }),
  );
});

describe("a signature", () => {
  const bytes = Buffer.from("signed bytes");
  const key = only(rsa.publicKey.export({ format: "pem", type: "spki" }).toString()) as RsaKey;
  const signature = sign("sha256", bytes, rsa.privateKey).toString("base64");

  test("by an RSA key is valid only for these bytes, this key and canonical base64", async () => {
    expect(await isRsaSignature(key, bytes, signature)).toBe(true);
    expect(await isRsaSignature(key, Buffer.from("else"), signature)).toBe(false);
    expect(await isRsaSignature(only(other.pem) as RsaKey, bytes, signature)).toBe(false);
    const last = signature.at(-3) ?? "";
    const sibling = String.fromCharCode(last.charCodeAt(0) + 1);
    for (const written of [
      `${signature}\n`,
      ` ${signature}`,
      signature.replace(/=+$/, ""),
      `${signature.slice(0, -3)}${sibling}==`,
      "",
      "é",
    ]) {
      expect(await isRsaSignature(key, bytes, written)).toBe(false);
    }
  });

  test("by an Ed25519 key is valid only for this text and this key", () => {
    const signed = signText(ed25519, "text").toString("base64");
    const own = only(publicKeyPem(ed25519)) as Ed25519Key;
    expect(isEd25519Signature(own, "text", signed)).toBe(true);
    expect(isEd25519Signature(own, "other", signed)).toBe(false);
    expect(isEd25519Signature(own, "text", signed.slice(4))).toBe(false);
    const another = only(publicKeyPem(newCheckpointKey())) as Ed25519Key;
    expect(isEd25519Signature(another, "text", signed)).toBe(false);
    const noPoint: Ed25519Key = { ...own, raw: new Uint8Array(32).fill(255) };
    expect(isEd25519Signature(noPoint, "text", signed)).toBe(false);
  });

  test("by a key of small order is rejected", () => {
    const identity: Ed25519Key = {
      kind: "ed25519",
      id: "",
      raw: Uint8Array.from([1, ...new Array<number>(31).fill(0)]),
    };
    const forged = Buffer.concat([Buffer.from(identity.raw), Buffer.alloc(32)]).toString("base64");
    expect(isEd25519Signature(identity, "anything", forged)).toBe(false);
  });
});
