import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceSeconds = 300;

/**
 * Verifies a request and returns its envelope. Throws if the signature is invalid. `headers` has lower-case names, as in
 * Node; `rawBody` is the unparsed Buffer.
 */
export function verify(secret, headers, rawBody) {
  const parts = String(headers["x-service-signature"]).split(",");
  const valuesOf = (name) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));

  const [timestamp = ""] = valuesOf("t");
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new Error("signed too long ago, or in the future");
  }

  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();
  const isGenuine = valuesOf("v1").some((hex) => {
    const given = Buffer.from(hex, "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGenuine) throw new Error("no signature matches");

  return JSON.parse(rawBody.toString("utf8"));
}
