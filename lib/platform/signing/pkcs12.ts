import { createDecipheriv, createPrivateKey, createPublicKey, pbkdf2Sync, X509Certificate } from "node:crypto";
import { fromBER, OctetString } from "asn1js";
import {
  type AlgorithmIdentifier,
  CertBag,
  ContentInfo,
  EncryptedData,
  PBES2Params,
  PBKDF2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  type SafeBag,
  SafeContents,
} from "pkijs";

const [encryptedData, pbes2] = ["1.2.840.113549.1.7.6", "1.2.840.113549.1.5.13"];
const hashes: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.7": "sha1",
  "1.2.840.113549.2.9": "sha256",
  "1.2.840.113549.2.10": "sha384",
  "1.2.840.113549.2.11": "sha512",
};
const ciphers: Readonly<Record<string, [name: string, keyBytes: number]>> = {
  "2.16.840.1.101.3.4.1.2": ["aes-128-cbc", 16],
  "2.16.840.1.101.3.4.1.42": ["aes-256-cbc", 32],
};

/**
 * Reads a key and its certificates from a file in PKCS #12 format (RFC 7292) with PBES2, the default of OpenSSL 3. The
 * certificates are ordered from the key's to the root. @throws Error that does not quote the password.
 */
export function readPkcs12(file: Uint8Array, password: string): { key: string; certificates: string } {
  let bags: SafeBag[];
  try {
    const { authSafe } = PFX.fromBER(Uint8Array.from(file));
    bags = sequenceOf(octetsOf(authSafe.content)).flatMap((one) => bagsOf(new ContentInfo({ schema: one }), password));
  } catch (error) {
    if (error instanceof UnsupportedEncryption) throw error;
    throw new Error("The file is not in PKCS #12 format, or its password is wrong.");
  }
  const [keyBag, ...otherKeys] = bags.flatMap(({ bagValue }) =>
    bagValue instanceof PKCS8ShroudedKeyBag ? bagValue : [],
  );
  const found = bags.flatMap(({ bagValue }) => (bagValue instanceof CertBag ? bagValue : []));
  const others = found.map(({ certValue }) => new X509Certificate(octetsOf(certValue)));
  if (!keyBag || otherKeys.length > 0) throw new Error("The file must contain exactly one encrypted private key.");
  const der = Buffer.from(keyBag.toSchema().toBER());
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8", passphrase: password });
  const spki = createPublicKey(key);
  const ordered: X509Certificate[] = [];
  const take = (isNext: (one: X509Certificate) => boolean) => {
    const at = others.findIndex(isNext);
    if (at >= 0) ordered.push(...others.splice(at, 1));
    return at >= 0;
  };
  if (!take(({ publicKey }) => publicKey.equals(spki)))
    throw new Error("The file has no certificate for its private key.");
  while (take((one) => ordered.at(-1)?.checkIssued(one) === true));
  return {
    key: key.export({ format: "pem", type: "pkcs8" }).toString(),
    certificates: ordered.map(String).join(""),
  };
}

class UnsupportedEncryption extends Error {}

function bagsOf({ contentType, content }: ContentInfo, password: string): SafeBag[] {
  if (contentType !== encryptedData) return SafeContents.fromBER(octetsOf(content)).safeBags;
  const info = new EncryptedData({ schema: content }).encryptedContentInfo;
  const contents = decrypt(info.contentEncryptionAlgorithm, Buffer.from(info.getEncryptedContent()), password);
  return SafeContents.fromBER(Uint8Array.from(contents)).safeBags;
}

function decrypt({ algorithmId, algorithmParams }: AlgorithmIdentifier, data: Buffer, password: string): Buffer {
  const unsupported = new UnsupportedEncryption(
    "The encryption of the file is not supported. Create the file with OpenSSL 3, without -legacy.",
  );
  if (algorithmId !== pbes2) throw unsupported;
  const { keyDerivationFunc, encryptionScheme } = new PBES2Params({ schema: algorithmParams });
  const { salt, iterationCount, prf } = new PBKDF2Params({ schema: keyDerivationFunc.algorithmParams });
  const [hash, [cipher, keyBytes] = []] = [hashes[prf?.algorithmId ?? ""], ciphers[encryptionScheme.algorithmId]];
  if (!hash || !cipher || !keyBytes) throw unsupported;
  const key = pbkdf2Sync(password, octetsOf(salt), iterationCount, keyBytes, hash);
  const decipher = createDecipheriv(cipher, key, octetsOf(encryptionScheme.algorithmParams));
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

function octetsOf(value: unknown): Uint8Array<ArrayBuffer> {
  if (!(value instanceof OctetString)) throw new Error("not an octet string");
  return new Uint8Array(value.getValue());
}

/** The values of a DER sequence. */
function sequenceOf(der: Uint8Array<ArrayBuffer>) {
  const { result } = fromBER(der);
  const { value } = result.valueBlock as { value?: (typeof result)[] };
  return value ?? [];
}
