import { readCertificates } from "@/lib/domains/evidence/verification/certificate-chain";
import { checkTimestamp } from "@/lib/domains/evidence/verification/timestamp";
import { signatureTimestamper, type Timestamper, trustedAuthorities } from "@/lib/platform/signing/timestamp";

/** Timestamps signatures of PDFs; a token that the verifiers of packages reject counts as a failed attempt. */
export function verifiableTimestamper(): Timestamper | undefined {
  return signatureTimestamper(async (token, signature) => {
    const trusted = trustedAuthorities().flatMap((certificate) => readCertificates(certificate.toString()));
    const { check, facts } = await checkTimestamp(token, signature, trusted);
    return facts && check.status === (trusted.length > 0 ? "ok" : "not_checked") ? undefined : check.detail;
  });
}
