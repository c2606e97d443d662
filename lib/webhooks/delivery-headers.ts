import { type Signable, serviceSignature, standardSignature } from "@/lib/webhooks/signature";

/**
 * The headers of one attempt, signed by every secret that holds at its time: the endpoint's own and, for a day after a
 * rotation, the one before.
 */
export function deliveryHeaders(secrets: string[], signable: Signable): Record<string, string> {
  return { "Content-Type": "application/json", ...signatureHeaders(secrets, signable) };
}

/** The headers by which a receiver knows who sends, and that nothing was changed on the way. */
export function signatureHeaders(secrets: string[], signable: Signable): Record<string, string> {
  return {
    "User-Agent": "Governance-Audit-Service-Webhooks/1",
    "X-Service-Signature": serviceSignature(secrets, signable),
    "webhook-id": signable.id,
    "webhook-timestamp": String(signable.timestamp),
    "webhook-signature": standardSignature(secrets, signable),
  };
}
