import Stripe from "stripe";

const toleranceSeconds = 300;

/** Checks a request with the library of Stripe, whose scheme this is, and gives its envelope; throws when it is not genuine. */
export function verify(secret, headers, rawBody) {
  const signature = String(headers["x-service-signature"]);
  const envelope = Stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds);

  // The library refuses what is too old, but not what was signed in the future.
  const timestamp = Number(/^t=(\d+),/.exec(signature)?.[1]);
  if (!(timestamp <= Date.now() / 1000 + toleranceSeconds)) throw new Error("signed in the future");
  return envelope;
}
