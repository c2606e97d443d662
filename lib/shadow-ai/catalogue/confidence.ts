import type { HostMatch } from "@/lib/shadow-ai/catalogue/types";

/** How sure a match makes that an AI service was used, from 0 to 1: starting values, by what could also explain it. */
export const confidences = {
  /** An instrumented application says so itself. */
  span: 0.99,
  /** By the kind of rule. */
  rule: { exact: 0.95, wildcard: 0.9, pattern: 0.9, override: 0.95 } satisfies Record<HostMatch["rule"], number>,
  /** Files of an application are also embedded in other pages. */
  supporting: 0.7,
  /** The host is in the catalogue, and client or path are those of a model's. */
  confirmed: 0.98,
  /** A host of mixed use, by the signal that told. */
  mixedUse: { path: 0.85, client: 0.8, bytes: 0.55 },
  /** A host in no catalogue. */
  unknown: { pathAndClient: 0.85, path: 0.75, client: 0.7 },
  selfHosted: { path: 0.85, client: 0.7, port: 0.5 },
  /** A name that was looked up is not yet a service that was used. */
  dnsMost: 0.6,
};
