import { factorRules } from "@/lib/domains/shadow-ai/analysis/factors";
import type { RiskAssessment, RiskFactor, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import type { Severity } from "@/lib/domains/shadow-ai/vocabulary";

/** Of the factors, their points, the bands and the formula of the confidence. */
export const ruleVersion = "2026-11-22";

/** Rules by version. What was computed under a version can be computed again for as long as it stands here. */
const rules: Record<string, typeof factorRules> = { [ruleVersion]: factorRules };

/** From which score on; the lowest band is INFO. */
const bands: { from: number; severity: Severity }[] = [
  { from: 80, severity: "CRITICAL" },
  { from: 60, severity: "HIGH" },
  { from: 35, severity: "MEDIUM" },
  { from: 0, severity: "INFO" },
];

/** Names that were only looked up are not yet services that were used, however often. */
const dnsMostConfidence = 0.6;
/** Many calls take away a part of the doubt: chance and mistakes do not repeat themselves so often. */
const repetition = { calls: 100, doubtLeft: 0.75 };

/**
 * The score of a use from 0 to 100, with what it is made of: the sum of the points of the factors that apply, cut at both
 * ends. Pure: the same inputs give the same assessment. Throws a RangeError where the rules of the inputs' version are not
 * known.
 */
export function assessRisk(inputs: RiskInputs): RiskAssessment {
  const factorRulesThen = rules[inputs.ruleVersion];
  if (!factorRulesThen) throw new RangeError(`There are no rules of the version ${inputs.ruleVersion}.`);
  const factors: RiskFactor[] = [];
  let sum = 0;
  for (const { code, find } of factorRulesThen) {
    const finding = find(inputs);
    if (finding === null) continue;
    factors.push({ code, ...finding });
    sum += finding.points;
  }
  const score = Math.min(100, Math.max(0, sum));
  return {
    ruleVersion: inputs.ruleVersion,
    score,
    severity: severityOf(score),
    confidence: confidenceOf(inputs),
    factors,
  };
}

function severityOf(score: number): Severity {
  return bands.find(({ from }) => score >= from)?.severity ?? "INFO";
}

/**
 * How sure it is, from 0 to 1, that the traffic is the use of an AI service; it says nothing of the risk.
 *
 *     sureness   = score of the behaviour, where behaviour is all there is; else that of the best match with the catalogue
 *     confidence = sureness, at most 0.6                 where only DNS queries tell of the use
 *                = 1 - 0.75 × (1 - sureness)             from 100 calls on
 *                = sureness                              otherwise
 *
 * in hundredths.
 */
function confidenceOf({ behaviour, matchConfidence, dnsOnly, totalCalls }: RiskInputs): number {
  const sureness = behaviour?.score ?? matchConfidence;
  if (dnsOnly) return hundredths(Math.min(sureness, dnsMostConfidence));
  return hundredths(totalCalls >= repetition.calls ? 1 - repetition.doubtLeft * (1 - sureness) : sureness);
}

function hundredths(share: number): number {
  return Math.round(share * 100) / 100;
}
