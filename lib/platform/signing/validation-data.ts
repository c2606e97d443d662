import { X509Certificate } from "node:crypto";
import {
  BasicOCSPResponse,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  type CRLDistributionPoints,
  type InfoAccess,
  OCSPRequest,
  OCSPResponse,
  SignedData,
} from "pkijs";
import { env } from "@/lib/platform/config/env";
import { failureText, get, type HttpAnswer, post } from "@/lib/platform/outgoing/post";
import type { EvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { requestTimestamp, trustedAuthorities } from "@/lib/platform/signing/timestamp";
import { log } from "@/lib/platform/telemetry/log";

/** The content of a PDF's DSS dictionary (ISO 32000-2, 12.8.4.3), each value in DER and base64. */
export type ValidationData = Record<"Certs" | "OCSPs" | "CRLs", string[]>;

/**
 * Certificates and revocation data of the signer and of the authority of TSA_URL, for PAdES level B-LT; undefined without
 * an authority. It is gathered before signing, so that the signature covers it. Missing parts are logged.
 */
export async function gatherValidationData(
  signer: Pick<EvidenceSigner, "certificate" | "chain">,
): Promise<ValidationData | undefined> {
  const { TSA_URL: url } = env();
  if (url === undefined) return undefined;
  const trusted = trustedAuthorities();
  // Only a timestamp shows which certificates the authority uses.
  const authority = await requestTimestamp(url, { data: signer.certificate, trusted })
    .then(({ token }) => certificatesOf(token))
    .catch((error: unknown) => {
      incomplete("the timestamp authority", error);
      return [];
    });
  const all = [signer.certificate, ...signer.chain, ...authority].map((der) => new X509Certificate(der));
  const found: ValidationData = { Certs: [], OCSPs: [], CRLs: [] };
  // Issuers are added while the list is read.
  for (const certificate of all) {
    found.Certs.push(certificate.raw.toString("base64"));
    // There is no revocation data of self-signed certificates.
    if (certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)) continue;
    try {
      const issuer = [...all, ...trusted].find(isIssuedBy(certificate));
      if (!issuer) throw new Error("the issuer's certificate is not known");
      if (!all.some(({ raw }) => raw.equals(issuer.raw))) all.push(issuer);
      const [kind, der] = await revocationData(parse(certificate), parse(issuer));
      const text = der.toString("base64");
      if (!found[kind].includes(text)) found[kind].push(text);
    } catch (error) {
      incomplete(certificate.subject.replaceAll("\n", ", "), error);
    }
  }
  return found;
}

/** Logs if an authority with several certificates signed the timestamp with one that the data does not cover. */
export function reportUncovered({ Certs }: ValidationData, token: Uint8Array): void {
  if (certificatesOf(token).every((der) => Certs.includes(der.toString("base64")))) return;
  incomplete("the timestamp authority", new Error("the authority used a different certificate"));
}

function incomplete(of: string, error: unknown): void {
  log().warn({ of, detail: failureText(error) }, "Validation data of a PDF signature is incomplete");
}

/** DER of the certificates in a timestamp. */
export function certificatesOf(token: Uint8Array): Buffer[] {
  const { content } = ContentInfo.fromBER(Uint8Array.from(token));
  const { certificates = [] } = new SignedData({ schema: content });
  return certificates.flatMap((one) => (one instanceof Certificate ? Buffer.from(one.toSchema().toBER()) : []));
}

const isIssuedBy = (certificate: X509Certificate) => (issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

function parse({ raw }: X509Certificate): Certificate {
  return Certificate.fromBER(Uint8Array.from(raw));
}

/** @throws Error if there is no valid and current data, or if the certificate was revoked. */
async function revocationData(certificate: Certificate, issuer: Certificate): Promise<["OCSPs" | "CRLs", Buffer]> {
  const { accessDescriptions = [] } = extensionOf<InfoAccess>(certificate, "1.3.6.1.5.5.7.1.1");
  const { distributionPoints = [] } = extensionOf<CRLDistributionPoints>(certificate, "2.5.29.31");
  const responders = accessDescriptions.filter(({ accessMethod }) => accessMethod === "1.3.6.1.5.5.7.48.1");
  const lists = distributionPoints.flatMap(({ distributionPoint: names }) => (Array.isArray(names) ? names : []));
  let problem: unknown = new Error("the certificate names neither an OCSP responder nor a CRL");
  for (const { accessLocation } of responders) {
    try {
      return ["OCSPs", await askResponder(String(accessLocation.value), certificate, issuer)];
    } catch (error) {
      problem = error;
    }
  }
  for (const { value } of lists.filter(({ type }) => type === 6)) {
    try {
      return ["CRLs", await fetchList(String(value), certificate, issuer)];
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

function extensionOf<T>({ extensions = [] }: Certificate, id: string): Partial<T> {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue ?? {};
}

async function askResponder(url: string, certificate: Certificate, issuer: Certificate): Promise<Buffer> {
  const request = new OCSPRequest();
  await request.createForCertificate(certificate, { hashAlgorithm: "SHA-1", issuerCertificate: issuer });
  const body = bodyOf(await post(url, "application/ocsp-request", new Uint8Array(request.toSchema(true).toBER())));
  const { responseBytes } = OCSPResponse.fromBER(Uint8Array.from(body));
  if (!responseBytes) throw new Error("the OCSP responder refused the request");
  const response = BasicOCSPResponse.fromBER(Uint8Array.from(responseBytes.response.valueBlock.valueHexView));
  response.certs = [...(response.certs ?? []), issuer];
  if (!(await response.verify({ trustedCerts: [issuer] }))) throw new Error("the OCSP response is not valid");
  for (const { nextUpdate } of response.tbsResponseData.responses) requireCurrent(nextUpdate);
  const { isForCertificate, status } = await response.getCertificateStatus(certificate, issuer);
  if (!isForCertificate || status !== 0) throw new Error("the OCSP responder does not report the status good");
  return body;
}

/** Large lists would multiply the size of packages. */
const listBytesMax = 256 * 1024;

async function fetchList(url: string, certificate: Certificate, issuer: Certificate): Promise<Buffer> {
  const body = bodyOf(await get(url, listBytesMax));
  const list = CertificateRevocationList.fromBER(Uint8Array.from(body));
  if (!(await list.verify({ issuerCertificate: issuer }))) throw new Error("the CRL is not valid");
  requireCurrent(list.nextUpdate?.value);
  if (list.isCertificateRevoked(certificate)) throw new Error("the certificate was revoked");
  return body;
}

function bodyOf({ status, body }: HttpAnswer): Buffer {
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return body;
}

function requireCurrent(nextUpdate: Date | undefined): void {
  if (nextUpdate && nextUpdate.getTime() < Date.now()) throw new Error("the revocation data is outdated");
}
