import { urlTime } from "@/components/ui/filters/url-time";
import { urlOneOf, urlText, urlTexts } from "@/components/ui/filters/url-values";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";

/** The audit trail's filters, as in its URL and in the API. */
export const auditFilters = {
  q: urlText,
  modelId: urlText,
  eventType: urlOneOf(eventTypes),
  severity: urlOneOf(severities),
  source: urlOneOf(sources),
  from: urlTime,
  to: urlTime,
  tags: urlTexts,
};
