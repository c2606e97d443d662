import { z } from "zod";
import { validate } from "@/lib/http/validate";
import type { Translation } from "@/lib/integrations/products/types";
import { parseTimestamp } from "@/lib/timestamps";

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

/** A text that must be there, of which at most so many characters are kept. */
export function Text(lengthMax: number) {
  return z
    .string()
    .transform((text) => clean(text, lengthMax))
    .refine((text) => text !== "", "must not be empty");
}

/** A text that may be missing, of which at most so many characters are kept. */
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

/** Members that are there: what a product leaves out, an event leaves out too. */
export function present(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
}
