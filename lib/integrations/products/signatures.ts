import { createHmac, timingSafeEqual } from "node:crypto";
import type { SignedRequest } from "@/lib/integrations/products/types";

const hubForm = /^sha256=([0-9a-f]{64})$/;

/**
 * Whether a header holds `sha256=` and the HMAC-SHA-256 of the body in hexadecimal, the scheme of GitHub
 * (`X-Hub-Signature-256`) and of Jira (`X-Hub-Signature`, WebSub 1.0, 7). A header that was sent twice arrives as one
 * with a comma and is refused, and so is every other method.
 */
export function isHubSigned({ headers, body }: SignedRequest, header: string, secret: string): boolean {
  const [, hex] = hubForm.exec(headers.get(header) ?? "") ?? [];
  return hex !== undefined && isSame(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(body).digest());
}

const standardForm = /^v1,([A-Za-z0-9+/]{43}=)$/;
const secondsForm = /^\d{1,12}$/;

/** How far the time of a signature may be from ours, in seconds: the same as receivers of our own webhooks are told. */
export const toleranceSeconds = 300;

/**
 * Whether a delivery is signed as MLflow signs: `X-MLflow-Signature` holds `v1,` and in base64 the HMAC-SHA-256 of
 * `<delivery id>.<timestamp>.<body>`, with id and Unix time in headers of their own. The key is the secret as it stands.
 */
export function isMlflowSigned({ headers, body }: SignedRequest, secret: string, nowMs: number): boolean {
  const [, base64] = standardForm.exec(headers.get("x-mlflow-signature") ?? "") ?? [];
  const timestamp = headers.get("x-mlflow-timestamp") ?? "";
  if (base64 === undefined || !secondsForm.test(timestamp)) return false;
  const signed = `${headers.get("x-mlflow-delivery-id") ?? ""}.${timestamp}.`;
  const expected = createHmac("sha256", secret).update(signed).update(body).digest();
  if (!isSame(Buffer.from(base64, "base64"), expected)) return false;
  return Math.abs(nowMs / 1_000 - Number(timestamp)) <= toleranceSeconds;
}

/** In constant time. The lengths are no secret. */
function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
