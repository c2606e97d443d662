import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceSeconds = 300;

/**
 * Checks a request and gives its envelope; throws when it is not genuine. `headers` as Node has them, in lower case;
 * `rawBody` is the Buffer as it came, before any parsing.
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
