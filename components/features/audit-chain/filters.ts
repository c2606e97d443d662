import { urlTime } from "@/components/ui/filters/url-time";
import { urlEnum, urlString, urlStringList } from "@/components/ui/filters/url-values";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";

/** The audit trail's filters, as in its URL and in the API. */
export const auditFilters = {
  q: urlString,
  modelId: urlString,
  eventType: urlEnum(eventTypes),
  severity: urlEnum(severities),
  source: urlEnum(sources),
  from: urlTime,
  to: urlTime,
  tags: urlStringList,
};
