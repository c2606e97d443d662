import { factorRules, formatBytes, list } from "@/lib/domains/shadow-ai/analysis/factors";
import type { RiskAssessment, RiskFactor, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import { type ServiceCategory, type Severity, severities, severityRulePrefix } from "@/lib/domains/shadow-ai/enums";

/** Version of the factors' points, the severity bands and rules, and the confidence formula. */
export const ruleVersion = "2026-11-28";

/** All versions, so that stored scores can be recomputed. Severity rules apply from the second. */
export const ruleVersions: readonly string[] = ["2026-11-22", ruleVersion];

/** Severity by minimum score. */
const bands: { from: number; severity: Severity }[] = [
  { from: 80, severity: "CRITICAL" },
  { from: 60, severity: "HIGH" },
  { from: 35, severity: "MEDIUM" },
  { from: 0, severity: "INFO" },
];

/** Maximum confidence for DNS queries alone: a lookup does not prove that the service was used. */
const dnsMostConfidence = 0.6;
/** Many calls reduce doubt, because coincidences rarely repeat. */
const repetition = { calls: 100, doubtLeft: 0.75 };

/**
 * Computes the risk score (0 to 100, the clamped sum of the points of all factors that apply). Pure. Throws a RangeError
 * for an unknown rule version.
 */
export function assessRisk(inputs: RiskInputs): RiskAssessment {
  const version = ruleVersions.indexOf(inputs.ruleVersion);
  if (version === -1) throw new RangeError(`Unknown rule version: ${inputs.ruleVersion}.`);
  const factors: RiskFactor[] = [];
  let sum = 0;
  for (const { code, find } of factorRules) {
    const finding = find(inputs);
    if (finding === null) continue;
    factors.push({ code, ...finding });
    sum += finding.points;
  }
  const score = Math.min(100, Math.max(0, sum));
  let severity = severityOf(score);
  const rule = version === 0 ? undefined : severityRuleOf(inputs);
  if (rule && severities.indexOf(rule.severity) > severities.indexOf(severity)) {
    severity = rule.severity;
    const sentence = `${severityRulePrefix} ${severity} because ${rule.reason(inputs)}.`;
    factors.push({ code: "SEVERITY_RULE", points: 0, value: severity, sentence });
  }
  return {
    ruleVersion: inputs.ruleVersion,
    score,
    severity,
    confidence: confidenceOf(inputs),
    factors,
  };
}

function severityOf(score: number): Severity {
  return bands.find(({ from }) => score >= from)?.severity ?? "INFO";
}

/**
 * Confidence, from 0 to 1, that the traffic is use of an AI service. Independent of the risk.
 *
 *     base       = the behaviour score, if only behaviour is known; otherwise the best catalogue match
 *     confidence = base, at most 0.6           with DNS queries only
 *                = 1 - 0.75 × (1 - base)       from 100 calls
 *                = base                        otherwise
 */
function confidenceOf({ behaviour, matchConfidence, dnsOnly, totalCalls }: RiskInputs): number {
  const sureness = behaviour?.score ?? matchConfidence;
  if (dnsOnly) return hundredths(Math.min(sureness, dnsMostConfidence));
  return hundredths(totalCalls >= repetition.calls ? 1 - repetition.doubtLeft * (1 - sureness) : sureness);
}

function hundredths(share: number): number {
  return Math.round(share * 100) / 100;
}

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
const severityRules: readonly SeverityRule[] = [
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
function severityRuleOf(inputs: RiskInputs): SeverityRule | undefined {
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
