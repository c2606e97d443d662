import { z } from "zod";
import { type ErrorCode, errorTable } from "@/lib/platform/core/errors";
import { type IdKind, idPrefixes } from "@/lib/platform/core/id-prefixes";
import { parseTimestamp } from "@/lib/platform/core/timestamps";
import { visibleText } from "@/lib/platform/core/visible-text";

/** An RFC 3339 date-time with an offset, converted to UTC with milliseconds. */
export const Timestamp = z
  .string()
  .transform((text, check) => {
    const parsed = parseTimestamp(text);
    if (parsed !== undefined) return parsed;
    check.addIssue({
      code: "custom",
      message: / \d\d:\d\d$/.test(text)
        ? "must have + or - before its offset; in a URL, write + as %2B"
        : "must be an RFC 3339 date-time with an offset, for example 2026-01-15T10:00:00.000Z",
    });
    return z.NEVER;
  })
  .meta({ format: "date-time", examples: ["2026-01-15T10:00:00.000Z"] });

export const IsoMilliseconds = z.string().meta({
  format: "date-time",
  description: "RFC 3339 date-time in UTC, with milliseconds",
  examples: ["2026-01-15T10:00:00.000Z"],
});

/** A hash in a request, converted to lower case. */
export const HashInput = z
  .string()
  .regex(/^sha256:[0-9a-fA-F]{64}$/, "must be sha256: followed by 64 hexadecimal digits")
  .transform((hash) => hash.toLowerCase())
  .meta({ examples: [`sha256:${"a".repeat(64)}`] });

export const Hash = z.string().meta({
  pattern: "^sha256:[0-9a-f]{64}$",
  examples: ["sha256:adab7557d9c57c964f99bc30c1126fabff4315d7b9226fb51b39bce7c6861526"],
});

/** One of some names, in a request in any case. */
export function AnyCase<const Name extends string>(names: readonly Name[]) {
  return z
    .string()
    .transform((text) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(names))
    .meta({ enum: [...names] });
}

/** A documented value in a response. Not checked, because a value that was changed in the database is returned as it is. */
export function ValueOf(values: readonly string[]) {
  return z.string().meta({ enum: [...values] });
}

/** An identifier in a response. */
export function Id(kind: IdKind) {
  return z
    .string()
    .meta({ pattern: `^${idPrefixes[kind]}`, examples: [`${idPrefixes[kind]}01kahbc2g8m9n4q6r1s7t3v5wx`] });
}

/** A line of text in a request: trimmed, not empty, without hidden characters. */
export function VisibleLine(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(lengthMax)
    .refine(...visibleText);
}

/** `{ id }` of a path. Malformed ids are accepted and not found. */
export const IdParams = z.strictObject({ id: z.string().max(512) });

/** Arguments of `.refine()` for a PATCH body, which must set something. Reported only if nothing else is wrong. */
export const setsSomething = [
  (change: object) => Object.keys(change).length > 0,
  { error: "must set at least one field", when: ({ issues }: { issues: unknown[] }) => issues.length === 0 },
] as const;

const daySeconds = 24 * 60 * 60;

/** How long a replaced secret stays valid: at most a week, by default a day. */
export function OverlapSeconds(description: string) {
  return z
    .int()
    .min(0)
    .max(7 * daySeconds)
    .default(daySeconds)
    .meta({ description });
}

export function QueryInteger(low: number, high: number, otherwise: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be a whole number from ${low} to ${high}`)
    .default(otherwise)
    .meta({ type: "integer", minimum: low, maximum: high, default: otherwise });
}

/** Page size of lists (specification, "Limits"). */
export const PageLimit = QueryInteger(1, 100, 25).meta({ description: "Maximum number of items per page" });

export const Cursor = z
  .string()
  .meta({ description: "The `nextCursor` of the previous page. Send the same filters as for that page." });

/** `total` is exact as of the first page; `nextCursor` is present only if `hasMore`. */
export const Pagination = z
  .object({
    total: z.int().min(0),
    limit: z.int().min(1),
    offset: z.int().min(0).meta({ description: "Number of items before this page" }),
    hasMore: z.boolean(),
    nextCursor: z.string().optional(),
  })
  .meta({ id: "Pagination", examples: [{ total: 1, limit: 25, offset: 0, hasMore: false }] });
export type Pagination = z.infer<typeof Pagination>;

/** The query of a list with filters. */
export function ListQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...filters, limit: PageLimit, cursor: Cursor.optional() });
}

/** A page of a list. */
export function ListOf<Item extends z.ZodType>(id: string, item: Item) {
  return z.object({ data: z.array(item), pagination: Pagination }).meta({ id });
}

/** A query parameter with search text of 1 to 200 characters. */
export function SearchText(meta: { description: string; examples?: string[] }) {
  return z.string().trim().min(1).max(200).optional().meta(meta);
}

/** A filter by `true` or `false`. */
export function FlagFilter(description: string) {
  return z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .meta({ description });
}

/** The body of a rotation of a secret. */
export function Rotation(id: string, overlap: string) {
  return z.strictObject({ overlapSeconds: OverlapSeconds(overlap) }).meta({ id });
}

/** A new secret in a response. `purpose` is the subject of the description: "The secret that …". */
export function NewSecret(purpose: string, example: string) {
  const description = `${purpose}. Returned only once. The response to a repeated request with the same \`Idempotency-Key\` omits it.`;
  return z
    .string()
    .optional()
    .meta({ description, examples: [example] });
}

export const exampleSigningSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

/** When the previous secret of a record expires. */
export const PreviousSecretExpiry = IsoMilliseconds.nullable().meta({
  description: "When the previous secret expires; `null` if only one secret is valid",
  examples: [null],
});

/** Refines a list whose items must differ. */
export function distinct<Item>(message: string, by: (item: Item) => string = String) {
  return [(items: Item[]) => new Set(items.map(by)).size === items.length, message] as const;
}

export const ErrorBody = z
  .looseObject({
    error: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });
