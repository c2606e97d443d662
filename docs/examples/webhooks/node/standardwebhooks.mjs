import { Webhook } from "standardwebhooks";

/** Verifies a request by its `webhook-…` headers and returns its envelope. Throws if the signature is invalid. */
export function verify(secret, headers, rawBody) {
  return new Webhook(secret).verify(rawBody, headers);
}
