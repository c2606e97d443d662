import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { type ExceptionEnding, exceptionEndings } from "@/lib/shadow-ai/vocabulary";

export const exceptionTabs = ["requests", "active"] as const;
export const requestStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;

/** What the URL of the page of exceptions says. */
export const exceptionFilters = {
  tab: parseAsStringLiteral(exceptionTabs).withDefault("requests"),
  status: parseAsStringLiteral(requestStatuses),
  ends: parseAsStringLiteral(exceptionEndings),
};

export const loadExceptionFilters = createLoader(exceptionFilters);

/** The query of the exceptions that hold now, or of those that end soon. */
export function activeQuery(ends: ExceptionEnding | null) {
  return { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", exceptionEnds: ends };
}
