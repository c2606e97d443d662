import type { webhooks } from "./generated/api";

type Post<Webhook> = Webhook extends {
  post: { requestBody: { content: { "application/json": infer Envelope } } };
}
  ? Envelope
  : never;

/** Types of events that endpoints can listen to. */
export type WebhookEventType = keyof webhooks;

/** An envelope. `type` determines `data`. Ignore unknown types. */
export type WebhookEnvelope<Type extends WebhookEventType = WebhookEventType> = Post<webhooks[Type]>;

export interface ReceivedWebhook {
  /** The signing secret including `whsec_`; during a rotation, both. */
  secret: string | readonly string[];
  /** `Headers`, or an object with names in any case. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before parsing. */
  body: string | ArrayBuffer | Uint8Array;
  /** Maximum difference between the signature's time and your clock. Default 300 seconds. */
  toleranceSeconds?: number;
  /** The current time in milliseconds since 1970. */
  now?: number;
}

/** The request is not genuine. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";

  constructor(
    message: string,
    /**
     * `no_signature`: the header is missing or malformed. `wrong_time`: signed too long ago, which may be a replay, or in the
     * future. `wrong_signature`: signed with another secret, or over other bytes. `not_json`: signed, but not an envelope.
     */
    readonly reason: "no_signature" | "wrong_time" | "wrong_signature" | "not_json",
  ) {
    super(message);
  }
}

/**
 * Verifies a request and returns its envelope. `X-Service-Signature` is `t=<Unix seconds>,v1=<hex>`, possibly with a second
 * `v1`: the HMAC-SHA-256 of `<t>.<body>` with the whole secret as the key. WebCrypto compares signatures in constant time.
 *
 * Throws {@link WebhookError} for a request that is not genuine. An envelope can arrive twice: deduplicate on its `id`.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEnvelope> {
  const { secret, headers, body, toleranceSeconds = 300, now = Date.now() } = received;
  const { timestamp, signatures } = readSignature(headerOf(headers, "x-service-signature"));
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError("The request was signed too long ago, or in the future.", "wrong_time");
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  const signed = concat(encoder.encode(`${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secret === "string" ? [secret] : secret))) {
    throw new WebhookError("No signature matches the secret and the body.", "wrong_signature");
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEnvelope;
  } catch {
    throw new WebhookError("The signature is valid, but the body is not JSON.", "not_json");
  }
}

const encoder = new TextEncoder();

function headerOf(headers: ReceivedWebhook["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : (value?.join(",") ?? "");
}

function readSignature(header: string): { timestamp: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(",").map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp = ""] = valuesOf("t");
  const signatures = valuesOf("v1").flatMap((hex) => bytesOfHex(hex) ?? []);
  if (!/^\d{1,15}$/.test(timestamp) || signatures.length === 0) {
    throw new WebhookError(
      "The X-Service-Signature header is missing or does not have the form t=…,v1=….",
      "no_signature",
    );
  }
  return { timestamp, signatures };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"]);
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}

/** Undefined for anything but the 64 hexadecimal digits of a SHA-256. */
function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
