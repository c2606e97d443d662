import { createHash } from "node:crypto";
import { Constructed, fromBER, Null, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  IssuerSerial,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import type { EvidenceSigner } from "@/lib/platform/signing/evidence-keys";

const data = "1.2.840.113549.1.7.1";
const contentType = "1.2.840.113549.1.9.3";
const messageDigest = "1.2.840.113549.1.9.4";
const algorithmProtection = "1.2.840.113549.1.9.52";
const signingCertificateV2 = "1.2.840.113549.1.9.16.2.47";
const signatureTimestamp = "1.2.840.113549.1.9.16.2.14";
const sha256 = "2.16.840.1.101.3.4.2.1";
const sha256WithRsa = "1.2.840.113549.1.1.11";

type Certificates = Pick<EvidenceSigner, "certificate" | "chain">;

/**
 * A detached CMS signature (RFC 5652) in DER with the signed attributes of a PAdES baseline signature (ETSI EN 319
 * 142-1, level B-B; RFC 5035, RFC 6211) and the certificate chain. The time is in the PDF.
 *
 * @param timestampOf Returns the timestamp of the signature value (RFC 3161), which makes it level B-T.
 */
export async function signDetached(
  contentDigest: Uint8Array,
  signer: EvidenceSigner,
  timestampOf?: (signature: Buffer) => Promise<Uint8Array | undefined>,
): Promise<Buffer> {
  const attributes = signedAttributes(contentDigest, signer.certificate);
  const signed = derOf(attributes.toSchema());
  // Signed as a SET OF, stored under an implicit tag (RFC 5652, 5.4).
  signed.writeUInt8(0x31, 0);
  const signature = await signer.signDigest(createHash("sha256").update(signed).digest());
  return assemble(attributes, signature, signer, await timestampOf?.(signature));
}

/**
 * Number of bytes that {@link signDetached} returns for any content without a timestamp: digest and signature always have
 * the same length.
 */
export function detachedSignatureBytes(certificates: Certificates): number {
  const attributes = signedAttributes(new Uint8Array(32), certificates.certificate);
  return assemble(attributes, new Uint8Array(512), certificates).length;
}

function signedAttributes(contentDigest: Uint8Array, certificate: Buffer): SignedAndUnsignedAttributes {
  const algorithms = [
    new Sequence({ value: [new ObjectIdentifier({ value: sha256 })] }),
    new Constructed({
      idBlock: { tagClass: 3, tagNumber: 1 },
      value: [new ObjectIdentifier({ value: sha256WithRsa }), new Null()],
    }),
  ];
  const attributes = [
    new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: data })] }),
    new Attribute({ type: messageDigest, values: [octets(contentDigest)] }),
    new Attribute({ type: algorithmProtection, values: [new Sequence({ value: algorithms })] }),
    new Attribute({ type: signingCertificateV2, values: [certificateId(certificate)] }),
  ];
  // The DER order of a SET OF.
  attributes.sort((one, other) => Buffer.compare(derOf(one.toSchema()), derOf(other.toSchema())));
  return new SignedAndUnsignedAttributes({ type: 0, attributes });
}

/** One ESSCertIDv2: SHA-256 is its default and therefore not named. */
function certificateId(certificate: Buffer): Sequence {
  const { issuer, serialNumber } = parse(certificate);
  const names = new GeneralNames({ names: [new GeneralName({ type: 4, value: issuer })] });
  const hash = octets(createHash("sha256").update(certificate).digest());
  const id = new Sequence({ value: [hash, new IssuerSerial({ issuer: names, serialNumber }).toSchema()] });
  return new Sequence({ value: [new Sequence({ value: [id] })] });
}

function assemble(
  signedAttrs: SignedAndUnsignedAttributes,
  signature: Uint8Array,
  { certificate, chain }: Certificates,
  timestamp?: Uint8Array,
): Buffer {
  const { issuer, serialNumber } = parse(certificate);
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: sha256 });
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm,
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256WithRsa, algorithmParams: new Null() }),
    signature: octets(signature),
    ...(timestamp && { unsignedAttrs: unsignedAttributes(timestamp) }),
  });
  const content = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: data }),
    digestAlgorithms: [digestAlgorithm],
    certificates: [certificate, ...chain].map(parse),
    signerInfos: [signerInfo],
  });
  const contentInfo = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: content.toSchema(true) });
  return derOf(contentInfo.toSchema());
}

function unsignedAttributes(timestamp: Uint8Array): SignedAndUnsignedAttributes {
  const token = fromBER(Uint8Array.from(timestamp)).result;
  if (!derOf(token).equals(timestamp)) throw new Error("the timestamp is not DER");
  const attributes = [new Attribute({ type: signatureTimestamp, values: [token] })];
  return new SignedAndUnsignedAttributes({ type: 1, attributes });
}

function parse(certificate: Buffer): Certificate {
  return Certificate.fromBER(Uint8Array.from(certificate));
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: Uint8Array.from(bytes) });
}

function derOf(value: { toBER(): ArrayBuffer }): Buffer {
  return Buffer.from(value.toBER());
}
