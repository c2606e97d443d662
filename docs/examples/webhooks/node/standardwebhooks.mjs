import { Webhook } from "standardwebhooks";

/** Checks a request by its `webhook-…` headers and gives its envelope; throws when it is not genuine. */
export function verify(secret, headers, rawBody) {
  return new Webhook(secret).verify(rawBody, headers);
}
