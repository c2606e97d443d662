import { ruleVersion } from "@/lib/domains/shadow-ai/analysis/assess-risk";
import type { RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";

/** Inputs to which no factor applies, except for the given values. */
export function riskInputs(given: Partial<RiskInputs> = {}): RiskInputs {
  return {
    ruleVersion,
    category: "LLM_API",
    accessKind: "API",
    source: "PROXY",
    providerRegistered: true,
    endpointAllowed: true,
    trainsOnInputs: "NO",
    dpa: "YES",
    jurisdictionOutsidePolicy: false,
    departments: [],
    departmentSensitivity: 0,
    busiestDay: { calls: 1, bytesOut: 0 },
    burst: null,
    totalCalls: 1,
    offHoursShare: 0,
    longStreams: 0,
    monthlyCostUSD: null,
    highCostUSD: 1_000,
    blockedCalls: 0,
    allowedAfterBlocked: false,
    automated: false,
    agentic: false,
    uploads: [],
    recurrence: false,
    exceptionBreached: false,
    dnsOnly: false,
    behaviour: null,
    matchConfidence: 0.95,
    ...given,
  };
}
