import { expect, test } from "vitest";
import { envelopeOf, exampleData } from "@/lib/domains/webhooks/schemas-events";
import { signatureHeaders } from "@/lib/platform/outgoing/signature";
import { type ReceivedWebhook, verifyWebhook, WebhookError } from "./index";

const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const timestamp = 1_768_471_200;
const now = timestamp * 1000;
const envelope = envelopeOf("audit.created").parse({
  id: "we_01kahbc2g8m9n4q6r1s7t3v5wx",
  type: "audit.created",
  apiVersion: "2026-11-20",
  created: timestamp,
  livemode: true,
  organisationId: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
  data: exampleData("audit.created"),
});
const body = JSON.stringify({ ...envelope, note: "Ünïcødé ✓" });
const headers = signatureHeaders([secret], { id: envelope.id, timestamp, body });
const genuine: ReceivedWebhook = { secret, headers, body, now };

test.each<[string, Partial<ReceivedWebhook>]>([
  ["as it came", {}],
  ["as bytes", { body: new Uint8Array(Buffer.from(body)) }],
  ["as a buffer of bytes", { body: new Uint8Array(Buffer.from(body)).buffer }],
  ["with the headers of fetch", { headers: new Headers(headers) }],
  [
    "with the headers of Node",
    { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])) },
  ],
  ["by either of two secrets of ours", { secret: [other, secret] }],
  [
    "signed by two secrets of theirs",
    { headers: signatureHeaders([other, secret], { id: envelope.id, timestamp, body }) },
  ],
  ["at the edge of the time", { now: now + 300_000 }],
  ["within a longer time", { now: now + 3_000_000, toleranceSeconds: 3_000 }],
])("a request that the service signed is accepted %s", async (_, change) => {
  await expect(verifyWebhook({ ...genuine, ...change })).resolves.toEqual({ ...envelope, note: "Ünïcødé ✓" });
});

test("the type of an envelope determines the type of its data", async () => {
  const received = await verifyWebhook(genuine);
  if (received.type !== "audit.created") throw new Error("another type");
  expect(received.data.chainPosition).toBe(exampleData("audit.created").chainPosition);
});

const signature = headers["X-Service-Signature"] ?? "";

test.each<[WebhookError["reason"], string, Partial<ReceivedWebhook>]>([
  ["no_signature", "no header", { headers: {} }],
  ["no_signature", "no time", { headers: { "X-Service-Signature": signature.replace(/^t=\d+,/, "") } }],
  ["no_signature", "no signature", { headers: { "X-Service-Signature": `t=${timestamp}` } }],
  ["no_signature", "half a signature", { headers: { "X-Service-Signature": signature.slice(0, -1) } }],
  ["wrong_time", "an old recording", { now: now + 301_000 }],
  ["wrong_time", "a time in the future", { now: now - 301_000 }],
  ["wrong_signature", "another secret", { secret: other }],
  ["wrong_signature", "no secret", { secret: [] }],
  ["wrong_signature", "a changed body", { body: `${body} ` }],
  [
    "wrong_signature",
    "another time",
    { headers: { "X-Service-Signature": signature.replace(String(timestamp), String(timestamp + 1)) } },
  ],
  ["not_json", "text", { body: "x", headers: signatureHeaders([secret], { id: "we_1", timestamp, body: "x" }) }],
])("%s: rejected with %s", async (reason, _, change) => {
  const refused = verifyWebhook({ ...genuine, ...change });
  await expect(refused).rejects.toThrow(WebhookError);
  await expect(refused).rejects.toMatchObject({ reason });
});
