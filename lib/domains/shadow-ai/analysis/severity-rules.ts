import { formatBytes, list } from "@/lib/domains/shadow-ai/analysis/factors";
import type { RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import type { ServiceCategory, Severity } from "@/lib/domains/shadow-ai/enums";

/** A minimum severity, independent of the score. */
interface SeverityRule {
  severity: Severity;
  applies(inputs: RiskInputs): boolean;
  reason(inputs: RiskInputs): string;
}

/** Services in which people enter text in a conversation. */
const conversations: ReadonlySet<ServiceCategory> = new Set(["CHAT_APP", "SEARCH_APP", "RESEARCH", "AGENT"]);

/** Bytes sent on the busiest day; less is sufficient for endpoints that store the data. */
const largeUpload = { bytes: 100_000_000, storedBytes: 10_000_000 } as const;

/** Minimum severities, highest first. They may only change together with `ruleVersion`. */
export const severityRules: readonly SeverityRule[] = [
  {
    severity: "CRITICAL",
    applies: (inputs) => inputs.regulatedData === true && isConversationOrApi(inputs),
    reason: ({ departments }) => `a department with regulated data uses the service (${list([...departments].sort())})`,
  },
  {
    severity: "HIGH",
    applies: ({ busiestDay: { bytesOut }, uploads }) =>
      bytesOut > (uploads.length > 0 ? largeUpload.storedBytes : largeUpload.bytes),
    reason: ({ busiestDay: { bytesOut } }) => `${formatBytes(bytesOut)} were sent in one day`,
  },
  {
    severity: "MEDIUM",
    applies: (inputs) => inputs.departments.length > 0 && isConversationOrApi(inputs),
    reason: ({ departments }) => `the service is used without approval (${list([...departments].sort())})`,
  },
];

/** The highest rule that applies. None does if the use is not certain, approved or in the organisation's own network. */
export function severityRuleOf(inputs: RiskInputs): SeverityRule | undefined {
  const { dnsOnly, behaviour, matchConfidence, endpointAllowed, category } = inputs;
  const isUncertain = dnsOnly || (behaviour?.score ?? matchConfidence) < leastConfidence;
  if (isUncertain || endpointAllowed || category === "SELF_HOSTED") return undefined;
  return severityRules.find(({ applies }) => applies(inputs));
}

/** Below it, the factor `LOW_CONFIDENCE` applies. */
const leastConfidence = 0.6;

function isConversationOrApi({ accessKind, category }: RiskInputs): boolean {
  return accessKind === "API" || conversations.has(category);
}
