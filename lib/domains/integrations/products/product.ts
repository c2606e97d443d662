import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { EventType, Severity } from "@/lib/domains/audit-chain/enums";
import { parseTimestamp } from "@/lib/platform/core/timestamps";
import { validate } from "@/lib/platform/http/validate";

/** A delivery as it arrived: nothing of it is believed until its signature was checked. */
export interface SignedRequest {
  headers: Headers;
  /** The bytes that were signed. */
  body: Uint8Array;
}

/** The event that a delivery becomes, once its model is known. */
export interface Translation {
  /** The product's thing that rules map to a model: a repository, the key of a project, the name of a registered model. */
  subject: string;
  eventType: EventType;
  severity: Severity;
  /** When it happened, by the product's clock, in the contract's form; undefined where it does not say. */
  occurredAt: string | undefined;
  /** The few facts that the table of the product names. */
  payload: Record<string, unknown>;
}

/** A ticket, as a delivery describes it. */
export interface Ticket {
  key: string;
  url: string;
  title: string;
  status: string;
  /** When it was so, by the product's clock; undefined where it does not say. */
  toldAt: string | undefined;
  /** Ids of audit events that its text names, whether there are such events or not. */
  eventIds: string[];
}

/** Content of a delivery. */
export interface Reading {
  /** The event in the product's own terms: `pull_request.closed`. */
  topic: string;
  /** Undefined for what nothing is recorded of. */
  translation: Translation | undefined;
  ticket?: Ticket | undefined;
}

/** How webhooks of one product are recognised and read. Pure: no clock, no database. */
export interface Product {
  /** The header that names a delivery: the same whenever it is sent again. */
  deliveryIdHeader: string;
  /** Whether upper and lower case differ in the names of its things. */
  isCaseSensitive: boolean;
  /** Whether a delivery is signed with this secret, by the product's own scheme. */
  isSigned(request: SignedRequest, secret: string, nowMs: number): boolean;
  /** Throws `validation_failed` for a body that is not what the product sends. */
  read(headers: Headers, body: unknown): Reading;
}

/**
 * A text of a product, as much of it as is kept, in a form that can be stored and hashed: control characters become
 * spaces, and half a character is replaced.
 */
export function clean(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** A required text, truncated to a maximum length. */
export function Text(lengthMax: number) {
  return z
    .string()
    .transform((text) => clean(text, lengthMax))
    .refine((text) => text !== "", "must not be empty");
}

/** An optional text, truncated to a maximum length. */
export function OptionalText(lengthMax: number) {
  return z
    .string()
    .nullish()
    .transform((text) => (text ? clean(text, lengthMax) || undefined : undefined));
}

/** A point in time in RFC 3339 that may be missing; what is no such time is as good as missing. */
export const Time = z.unknown().transform((value) => (typeof value === "string" ? parseTimestamp(value) : undefined));

/** Milliseconds since the Unix epoch that may be missing; what is no such time is as good as missing. */
export const EpochTime = z.unknown().transform((value) => {
  const date = new Date(typeof value === "number" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : parseTimestamp(date.toISOString());
});

/** A line of a product's table: what of a body is looked at, and what becomes of it; undefined: nothing. */
export type Rule = (body: unknown) => Translation | undefined;

/** Throws `validation_failed` for a body that has not this shape. */
export function rule<Shape extends z.ZodType>(
  shape: Shape,
  translate: (body: z.output<Shape>) => Translation | undefined,
): Rule {
  return (body) => translate(validate(shape, body));
}

/** Only the members with a value: members that the product omits are omitted from the event too. */
export function present(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
}

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

/** Maximum difference between a signature's time and ours, in seconds; the same as documented for our own webhooks. */
export const toleranceSeconds = 300;

/**
 * Whether a delivery has a valid MLflow signature: `X-MLflow-Signature` contains `v1,` and the base64 HMAC-SHA-256 of
 * `<delivery id>.<timestamp>.<body>`; the ID and the Unix time are in separate headers. The key is the secret,
 * unchanged.
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
