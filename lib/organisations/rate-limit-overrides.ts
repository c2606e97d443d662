import { RateLimitOverrides } from "@/lib/organisations/schemas";

/**
 * The stored overrides of an organisation, frozen. What is not a whole number of requests is left out, so that the
 * tier's figure holds: a slip in the table must not lock the organisation out.
 */
export function readRateLimitOverrides(stored: unknown): Readonly<Record<string, number>> {
  if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return Object.freeze({});
  const figure = RateLimitOverrides.valueType;
  return Object.freeze(
    Object.fromEntries(Object.entries(stored).filter(([, value]) => figure.safeParse(value).success)),
  );
}
