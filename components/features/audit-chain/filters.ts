import { createLoader, createSerializer, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsTime } from "@/components/ui/filters/parsers";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";

/** The audit trail's filters, as in its URL and in the API. */
export const auditFilters = {
  q: parseAsString,
  modelId: parseAsString,
  eventType: parseAsStringLiteral(eventTypes),
  severity: parseAsStringLiteral(severities),
  source: parseAsStringLiteral(sources),
  from: parseAsTime,
  to: parseAsTime,
  tags: parseAsArrayOf(parseAsString),
};

/** Reads and writes the query string of a saved view. */
export const auditViews = { read: createLoader(auditFilters), write: createSerializer(auditFilters) };
