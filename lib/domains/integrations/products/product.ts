import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { EventType, Severity } from "@/lib/domains/audit-chain/enums";
import { parseTimestamp } from "@/lib/platform/core/timestamps";
import { validate } from "@/lib/platform/http/validate";

/** A delivery as received. Not trusted until its signature is verified. */
export interface SignedRequest {
  headers: Headers;
  /** The signed bytes. */
  body: Uint8Array;
}

/** The event recorded for a delivery, once its model is known. */
export interface Translation {
  /** The product's object that rules map to a model: a repository, a project key, or the name of a registered model. */
  subject: string;
  eventType: EventType;
  severity: Severity;
  /** When it occurred, by the product's clock, in the API's format; undefined if unknown. */
  occurredAt: string | undefined;
  /** The facts named in the product's table. */
  payload: Record<string, unknown>;
}

/** A ticket, as a delivery describes it. */
export interface Ticket {
  key: string;
  url: string;
  title: string;
  status: string;
  /** The time of this state, by the product's clock; undefined if unknown. */
  toldAt: string | undefined;
  /** IDs of audit events that its text names, whether or not they exist. */
  eventIds: string[];
}

/** Content of a delivery. */
export interface Reading {
  /** The event in the product's own terms: `pull_request.closed`. */
  topic: string;
  /** Undefined if no event is recorded. */
  translation: Translation | undefined;
  ticket?: Ticket | undefined;
}

/** How webhooks of one product are recognised and read. Pure: no clock, no database. */
export interface Product {
  /** The header with the delivery's ID, which is the same for repeats. */
  deliveryIdHeader: string;
  /** Whether the names of its objects are case-sensitive. */
  isCaseSensitive: boolean;
  /** Whether a delivery is signed with this secret under the product's scheme. */
  isSigned(request: SignedRequest, secret: string, nowMs: number): boolean;
  /** Throws `validation_failed` if the product does not send such a body. */
  read(headers: Headers, body: unknown): Reading;
}

/**
 * A truncated text of a product that can be stored and hashed: control characters become spaces, and lone surrogates
 * are replaced.
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

/** An optional RFC 3339 time; invalid times are treated as missing. */
export const Time = z.unknown().transform((value) => (typeof value === "string" ? parseTimestamp(value) : undefined));

/** Optional milliseconds since the Unix epoch; invalid values are treated as missing. */
export const EpochTime = z.unknown().transform((value) => {
  const date = new Date(typeof value === "number" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : parseTimestamp(date.toISOString());
});

/** A row of a product's table: the schema of the body and its translation; undefined: no event. */
export type Rule = (body: unknown) => Translation | undefined;

/** Throws `validation_failed` if a body does not match the schema. */
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
 * Whether a header contains `sha256=` and the HMAC-SHA-256 of the body in hexadecimal: the scheme of GitHub
 * (`X-Hub-Signature-256`) and Jira (`X-Hub-Signature`, WebSub 1.0, 7). Rejects other methods, and a repeated header,
 * which arrives joined by a comma.
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
