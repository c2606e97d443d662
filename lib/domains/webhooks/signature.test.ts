import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { serviceSignature, signatureHeaders, standardSignature } from "@/lib/platform/outgoing/signature";

const stripe = new Stripe("sk_test_of_nobody");
const tolerance = 300;
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);
const envelope = {
  id: "we_01kahbc2g8m9n4q6r1s7t3v5wx",
  body: JSON.stringify({ id: "we_1", data: { text: "Ünïcødé ✓" } }),
};

function stripeAccepts(body: string, header: string, secret: string): boolean {
  try {
    stripe.webhooks.constructEvent(body, header, secret, tolerance);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

function standardAccepts(body: string, headers: Record<string, string>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** The text with one bit of one byte changed, as decoded by the receiver. */
function altered(text: string, at: number): string {
  const bytes = Buffer.from(text);
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes.toString("latin1");
}

test("signs a known example with the known signatures", () => {
  const secrets = ["whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="];
  const signable = { id: "we_1", timestamp: 1768471200, body: "{}" };
  expect(serviceSignature(secrets, signable)).toBe(
    "t=1768471200,v1=061972a65744efb6ef501c4dac4a2e1ef169a39b7273328d0a82fdcaec277f41",
  );
  expect(standardSignature(secrets, signable)).toBe("v1,TXnLgmdIOg1/4jqEYXycmIRx4KKp5Qt6cbRSi0/CR2Y=");
});

describe("the Stripe and Standard Webhooks libraries", () => {
  test("accept both secrets of an overlap and reject others", () => {
    const [current, previous, third] = [newSecret(), newSecret(), newSecret()];
    const headers = signatureHeaders([current, previous], { ...envelope, timestamp: nowSeconds() });
    const service = headers["X-Service-Signature"] ?? "";
    expect(service).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const secret of [current, previous]) {
      expect(stripeAccepts(envelope.body, service, secret)).toBe(true);
      expect(standardAccepts(envelope.body, headers, secret)).toBe(true);
    }
    expect(stripeAccepts(envelope.body, service, third)).toBe(false);
    expect(standardAccepts(envelope.body, headers, third)).toBe(false);
  });

  test("accept any body under any secret, and reject it with one byte changed", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(), (body, bodyAt, secretAt) => {
        const secret = newSecret();
        const headers = signatureHeaders([secret], { id: envelope.id, timestamp: nowSeconds(), body });
        const service = headers["X-Service-Signature"] ?? "";
        expect(stripeAccepts(body, service, secret)).toBe(true);
        expect(standardAccepts(body, headers, secret)).toBe(true);

        const changed = altered(body, bodyAt);
        expect(stripeAccepts(changed, service, secret)).toBe(false);
        expect(standardAccepts(changed, headers, secret)).toBe(false);
        const at = "whsec_".length + (secretAt % 40);
        const other = secret.slice(0, at) + (secret[at] === "A" ? "B" : "A") + secret.slice(at + 1);
        expect(stripeAccepts(body, service, other)).toBe(false);
        expect(standardAccepts(body, headers, other)).toBe(false);
      }),
    );
  });

  test.each([
    ["now", 0, true],
    ["five minutes ago", -299, true],
    ["before their tolerance", -302, false],
  ])("verify a signature from %s", (_, offset, accepted) => {
    const secret = newSecret();
    const headers = signatureHeaders([secret], { ...envelope, timestamp: nowSeconds() + offset });
    expect(stripeAccepts(envelope.body, headers["X-Service-Signature"] ?? "", secret)).toBe(accepted);
    expect(standardAccepts(envelope.body, headers, secret)).toBe(accepted);
  });

  test("reject another ID, timestamp or signature timestamp", () => {
    const secret = newSecret();
    const timestamp = nowSeconds();
    const headers = signatureHeaders([secret], { ...envelope, timestamp });
    const service = headers["X-Service-Signature"] ?? "";
    expect(standardAccepts(envelope.body, { ...headers, "webhook-id": "we_2" }, secret)).toBe(false);
    expect(standardAccepts(envelope.body, { ...headers, "webhook-timestamp": `${timestamp - 1}` }, secret)).toBe(false);
    expect(stripeAccepts(envelope.body, service.replace(`t=${timestamp}`, `t=${timestamp - 1}`), secret)).toBe(false);
  });
});
