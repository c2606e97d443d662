import Stripe from "stripe";

const toleranceSeconds = 300;

/** Verifies a request with Stripe's library, which uses the same scheme, and returns its envelope. Throws if it is invalid. */
export function verify(secret, headers, rawBody) {
  const signature = String(headers["x-service-signature"]);
  const envelope = Stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds);

  // The library rejects old timestamps, but not future ones.
  const timestamp = Number(/^t=(\d+),/.exec(signature)?.[1]);
  if (!(timestamp <= Date.now() / 1000 + toleranceSeconds)) throw new Error("signed in the future");
  return envelope;
}
