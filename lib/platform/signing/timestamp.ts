import { hash, randomBytes, X509Certificate } from "node:crypto";
import { setTimeout } from "node:timers/promises";
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
import { env } from "@/lib/platform/config/env";
import { failureText, post } from "@/lib/platform/outgoing/post";
import { readPemCertificates } from "@/lib/platform/signing/rsa";
import { log } from "@/lib/platform/telemetry/log";

export interface TimestampOf {
  /** Exactly what was timestamped. */
  data: string | Uint8Array;
  /** Trusted root certificates. Without them, the issuer is not checked. */
  trusted?: readonly X509Certificate[];
}

/** A TimeStampToken in DER, and its time. */
export interface Timestamp {
  token: Buffer;
  time: Date;
}

const sha256 = "2.16.840.1.101.3.4.2.1";
const tstInfo = "1.2.840.113549.1.9.16.1.4";
/** The extended key usage of a timestamp authority (RFC 3161, 2.3). */
const timeStamping = "1.3.6.1.5.5.7.3.8";
/** PKIStatus granted and grantedWithMods. */
const granted = [0, 1];

/** Space for the timestamp of a PDF signature. Tokens with the authority's certificates have 3 to 8 KiB. */
export const timestampBytesMax = 16 * 1024;
/** Waiting time before each attempt. */
const attemptsAfterMs = [0, 500, 1500];

/** The root certificates of TSA_CERTIFICATES. */
export function trustedAuthorities(): X509Certificate[] {
  const { TSA_CERTIFICATES } = env();
  return TSA_CERTIFICATES === undefined ? [] : readPemCertificates(TSA_CERTIFICATES);
}

/** Returns the timestamp of a signature value, or undefined to sign without one. */
export type Timestamper = (signature: Uint8Array) => Promise<Timestamp | undefined>;

/**
 * Timestamps signatures by the authority of TSA_URL; undefined without one. If three attempts fail, which is logged, the
 * document is signed without a timestamp. `problemOf`: why the verifiers of the document would not accept a timestamp.
 */
export function signatureTimestamper(
  problemOf: (token: Uint8Array, signature: Uint8Array) => Promise<string | undefined>,
): Timestamper | undefined {
  const { TSA_URL: url } = env();
  if (url === undefined) return undefined;
  return async (signature) => {
    for (const [attempt, waitMs] of attemptsAfterMs.entries()) {
      await setTimeout(waitMs);
      try {
        const timestamp = await requestTimestamp(url, { data: signature, trusted: trustedAuthorities() });
        const { length } = timestamp.token;
        if (length > timestampBytesMax) throw new Error(`the timestamp has ${length} bytes, over ${timestampBytesMax}`);
        const problem = await problemOf(timestamp.token, signature);
        if (problem !== undefined) throw new Error(`verifiers would not accept the timestamp: ${problem}`);
        return timestamp;
      } catch (error) {
        log().warn({ attempt: attempt + 1, detail: failureText(error) }, "PDF signature could not be timestamped");
      }
    }
    return undefined;
  };
}

/** Obtains and verifies a timestamp (RFC 3161, SHA-256). @throws Error with the reason. */
export async function requestTimestamp(url: string, of: TimestampOf): Promise<Timestamp> {
  const { token, nonce } = await requestToken(url, digestOf(of.data));
  const verified = await verifyTimestamp(token, of);
  if (!verified) throw new Error("the timestamp is invalid");
  if (!verified.nonce?.equals(nonce)) throw new Error("the timestamp belongs to a different request");
  return { token, time: verified.time };
}

/** Obtains a timestamp of a SHA-256 digest, which is not verified. @throws Error with the reason. */
export async function requestToken(url: string, digest: Uint8Array): Promise<{ token: Buffer; nonce: Buffer }> {
  const nonce = randomBytes(8);
  // A positive integer in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest) }),
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
  return { token: Buffer.from(timeStampToken.toSchema().toBER()), nonce };
}

/** The time of a valid timestamp, and the request's nonce; undefined if invalid. */
export async function verifyTimestamp(
  token: Uint8Array,
  { data, trusted = [] }: TimestampOf,
): Promise<{ time: Date; nonce: Buffer | undefined } | undefined> {
  try {
    const content = ContentInfo.fromBER(Uint8Array.from(token));
    const signed = new SignedData({ schema: content.content });
    const { eContent, eContentType } = signed.encapContentInfo;
    if (!eContent || eContentType !== tstInfo) return undefined;
    const info = TSTInfo.fromBER(eContent.getValue());
    if (!isOf(info, data)) return undefined;
    const result = await signed.verify({
      signer: 0,
      data: Uint8Array.from(typeof data === "string" ? Buffer.from(data) : data).buffer,
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

function isOf({ messageImprint }: TSTInfo, data: TimestampOf["data"]): boolean {
  const { hashAlgorithm, hashedMessage } = messageImprint;
  return hashAlgorithm.algorithmId === sha256 && digestOf(data).equals(hashedMessage.valueBlock.valueHexView);
}

function digestOf(data: TimestampOf["data"]): Buffer {
  return hash("sha256", data, "buffer");
}
