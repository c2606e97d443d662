import { hash, randomBytes, X509Certificate } from "node:crypto";
import { Integer, OctetString } from "asn1js";
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { post } from "@/lib/domains/audit-chain/witnesses/submit-checkpoint";

export interface TimestampOf {
  /** The exact text that was timestamped. */
  text: string;
  /** Trusted root certificates. Without them, the issuer is not checked. */
  trusted?: readonly X509Certificate[];
}

const sha256 = "2.16.840.1.101.3.4.2.1";
const tstInfo = "1.2.840.113549.1.9.16.1.4";
/** The extended key usage of a timestamp authority (RFC 3161, 2.3). */
const timeStamping = "1.3.6.1.5.5.7.3.8";
/** PKIStatus granted and grantedWithMods. */
const granted = [0, 1];

/**
 * Obtains and verifies a timestamp of a text (RFC 3161, SHA-256). @returns the TimeStampToken in DER. @throws Error with
 * the reason.
 */
export async function requestTimestamp(url: string, of: TimestampOf): Promise<Buffer> {
  const nonce = randomBytes(8);
  // A positive integer in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digestOf(of.text)) }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce) }),
    certReq: true,
  });
  const answer = await post(url, "application/timestamp-query", new Uint8Array(request.toSchema().toBER()));
  if (answer.status !== 200) throw new Error(`the timestamp authority returned HTTP ${answer.status}`);
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer.body));
  if (!granted.includes(status.status) || !timeStampToken) {
    throw new Error(`the timestamp authority refused the request (PKIStatus ${status.status})`);
  }
  const token = Buffer.from(timeStampToken.toSchema().toBER());
  const verified = await verifyTimestamp(token, of);
  if (!verified) throw new Error("the timestamp is invalid");
  if (!verified.nonce?.equals(nonce)) throw new Error("the timestamp belongs to a different request");
  return token;
}

/** The time of a valid timestamp of a text, and the request's nonce; undefined if invalid. */
export async function verifyTimestamp(
  token: Uint8Array,
  { text, trusted = [] }: TimestampOf,
): Promise<{ time: Date; nonce: Buffer | undefined } | undefined> {
  try {
    const content = ContentInfo.fromBER(Uint8Array.from(token));
    const signed = new SignedData({ schema: content.content });
    const { eContent, eContentType } = signed.encapContentInfo;
    if (!eContent || eContentType !== tstInfo) return undefined;
    const info = TSTInfo.fromBER(eContent.getValue());
    if (!isOf(info, text)) return undefined;
    const result = await signed.verify({
      signer: 0,
      data: Uint8Array.from(Buffer.from(text)).buffer,
      checkChain: trusted.length > 0,
      trustedCerts: trusted.map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw))),
      passedWhenNotRevValues: true,
      extendedMode: true,
    });
    if (!result.signatureVerified || !result.signerCertificate) return undefined;
    const signer = new X509Certificate(Buffer.from(result.signerCertificate.toSchema().toBER()));
    if (!signer.keyUsage?.includes(timeStamping)) return undefined;
    return { time: info.genTime, nonce: info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView) };
  } catch {
    return undefined;
  }
}

function isOf({ messageImprint }: TSTInfo, text: string): boolean {
  const { hashAlgorithm, hashedMessage } = messageImprint;
  return hashAlgorithm.algorithmId === sha256 && digestOf(text).equals(hashedMessage.valueBlock.valueHexView);
}

function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
