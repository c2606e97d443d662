import { createHmac } from "node:crypto";

/** The input of both signature schemes. */
export interface Signable {
  /** The ID of the envelope, the same for all attempts. */
  id: string;
  /** Time of the attempt, Unix seconds. */
  timestamp: number;
  /** The sent bytes, or their text. */
  body: string | Buffer;
}

/**
 * The value of `X-Service-Signature` (specification, "Webhook signature"): `t=<Unix seconds>,v1=<hex>`, with a `v1` for
 * each secret, the newest first. HMAC-SHA-256 of `<t>.<body>`; the key is the whole secret, prefix included.
 */
export function serviceSignature(secrets: string[], { timestamp, body }: Signable): string {
  const signatures = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.`, body).toString("hex")}`);
  return [`t=${timestamp}`, ...signatures].join(",");
}

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): `v1,<base64>` for each secret, separated by spaces.
 * HMAC-SHA-256 of `<id>.<t>.<body>`; the key is the base64-decoded part of the secret after `whsec_`.
 */
export function standardSignature(secrets: string[], { id, timestamp, body }: Signable): string {
  return secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .map((key) => `v1,${hmac(key, `${id}.${timestamp}.`, body).toString("base64")}`)
    .join(" ");
}

function hmac(key: string | Buffer, before: string, body: string | Buffer): Buffer {
  return createHmac("sha256", key).update(before).update(body).digest();
}

/** The headers with which a receiver verifies the sender and the integrity of a delivery. */
export function signatureHeaders(secrets: string[], signable: Signable): Record<string, string> {
  return {
    "User-Agent": "Governance-Audit-Service-Webhooks/1",
    "X-Service-Signature": serviceSignature(secrets, signable),
    "webhook-id": signable.id,
    "webhook-timestamp": String(signable.timestamp),
    "webhook-signature": standardSignature(secrets, signable),
  };
}
