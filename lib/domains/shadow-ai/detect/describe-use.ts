import {
  assessRisk,
  type CostEstimate,
  estimateCost,
  type RiskInputs,
  registrationOf,
  ruleVersion,
} from "@/lib/domains/shadow-ai/analysis";
import {
  automationOf,
  callsOf,
  dayStart,
  findBurst,
  isBehavioural,
  isDnsOnly,
} from "@/lib/domains/shadow-ai/detect/activity";
import { behaviourOf, type Decision, type Situation } from "@/lib/domains/shadow-ai/detect/decide";
import { emptyStats, mergeStats, noRange, statsLimits, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const dayMs = 24 * 3_600_000;
/** A month, and the minimum number of days to project from. */
const month = { days: 30, leastDays: 7 } as const;

/** Maximum number of ranges in a detection. Lists and webhooks contain all of them. */
const rangesMax = 250;

/** The columns of a detection that follow from its traffic. */
export type Description = ReturnType<typeof describeUse>;

/** Describes a use for its detection, with the inputs of its score. Pure. */
export function describeUse(given: Situation, decision: Decision) {
  const situation = { ...given, ...(decision.kind === "open" ? given.since : given.own) };
  const before = decision.kind === "open" ? null : given.detection;
  const { use, total, days, windows, detection, settings, models, provider, newestTrafficMs } = situation;
  const dnsOnly = isDnsOnly(total);
  const behavioural = isBehavioural(total);
  const similar = behavioural ? (behaviourOf(situation) ?? windows) : null;
  const behaviour = similar && { score: similar.score, reasons: similar.reasons, parts: similar.parts };
  const cost = costOf(situation, total);
  const monthlyCostCents = monthlyCostOf(situation);
  const ranges = situation.ranges.map(([range]) => range);
  const ipRanges = [...new Set(ranges)].filter((range) => range !== noRange).sort();
  const registration = registrationOf(models, { ...use, ranges });
  const own = use.department === null ? [] : [use.department];
  const departments = own.length === 0 ? total.departments : [...new Set([...own, ...total.departments])].sort();
  const reopenedFor = decision.kind === "reopen" ? decision.reason : detection?.reopenedFor;
  const calls = callsOf(total, dnsOnly);
  const { firstBlockedAtMs, lastAllowedAtMs } = total;
  const source = behavioural ? "BEHAVIOURAL_ANALYSIS" : use.vantage;
  // Only a change that is recorded with an event can replace DNS queries with fewer calls.
  const replaces = before?.dnsOnly === true && source !== "DNS" && decision.kind !== "absorb";
  const inputs: RiskInputs = {
    ruleVersion,
    category: use.category,
    accessKind: use.accessKind,
    source,
    providerRegistered: registration.providerRegistered,
    endpointAllowed: registration.endpointAllowed,
    trainsOnInputs: provider.trainsOnInputs,
    dpa: provider.dpa,
    jurisdictionOutsidePolicy: isOutsidePolicy(provider.jurisdiction, settings),
    departments,
    departmentSensitivity: sensitivityOf(departments, settings),
    regulatedData: settings.departments.some((one) => one.regulatedData === true && departments.includes(one.name)),
    busiestDay: {
      calls: mostOf(days, (stats) => callsOf(stats, dnsOnly)),
      bytesOut: mostOf(days, ({ bytesOut }) => bytesOut),
    },
    burst: total.firstAtMs === null ? null : findBurst(days, total.firstAtMs, dnsOnly),
    totalCalls: replaces ? calls : Math.max(calls, before?.calls ?? 0),
    offHoursShare: total.calls === 0 ? 0 : total.offHoursCalls / total.calls,
    longStreams: total.longStreams,
    monthlyCostUSD: cost.basis === "UNKNOWN" ? null : monthlyCostCents / 100,
    highCostUSD: settings.highCostUSD,
    blockedCalls: total.blockedCalls,
    allowedAfterBlocked: firstBlockedAtMs !== null && (lastAllowedAtMs ?? 0) > firstBlockedAtMs,
    ...automationOf(use, total, days),
    uploads: uploadsOf(total),
    recurrence: reopenedFor === "RECURRENCE",
    exceptionBreached: reopenedFor === "EXCEPTION_BREACHED",
    dnsOnly,
    behaviour,
    matchConfidence: behavioural ? (behaviour?.score ?? 0) : total.bestConfidence,
  };
  const assessment = assessRisk(inputs);
  return {
    source: inputs.source,
    calls: inputs.totalCalls,
    bytesOut: Math.max(total.bytesOut, before?.bytesOut ?? 0),
    bytesIn: Math.max(total.bytesIn, before?.bytesIn ?? 0),
    firstSeenAt: new Date(Math.min(total.firstAtMs ?? newestTrafficMs, before?.firstSeenAtMs ?? Infinity)),
    lastSeenAt: new Date(Math.max(total.lastAtMs ?? newestTrafficMs, before?.lastSeenAtMs ?? 0)),
    userAgents: total.userAgents,
    ipRanges: ipRanges.slice(0, rangesMax),
    registered: registration.coveredBy !== null,
    reasons: [...new Set([...total.reasons, ...(behaviour?.reasons ?? [])])].slice(0, statsLimits.reasons),
    inputs,
    assessment,
    score: assessment.score,
    confidence: assessment.confidence,
    costCents: cost.cents,
    costLowCents: cost.lowCents,
    costHighCents: cost.highCents,
    costBasis: cost.basis,
    monthlyCostCents,
    catalogueVersion: use.catalogueVersion,
  };
}

function isOutsidePolicy(jurisdiction: string | null, { allowedJurisdictions: allowed }: ShadowAiSettings): boolean {
  return jurisdiction !== null && allowed.length > 0 && !allowed.includes(jurisdiction);
}

function sensitivityOf(departments: string[], settings: ShadowAiSettings): number {
  const known = settings.departments.filter(({ name }) => departments.includes(name));
  return Math.max(0, ...known.map(({ sensitivity }) => sensitivity));
}

function uploadsOf({ fileUploads, fineTunings }: TrafficStats): RiskInputs["uploads"] {
  const uploads: RiskInputs["uploads"] = [];
  if (fileUploads > 0) uploads.push("FILE_UPLOAD");
  if (fineTunings > 0) uploads.push("FINE_TUNING");
  return uploads;
}

function mostOf(days: Situation["days"], figure: (stats: TrafficStats) => number): number {
  return days.reduce((most, { stats }) => Math.max(most, figure(stats)), 0);
}

function costOf({ use }: Situation, stats: TrafficStats): CostEstimate {
  return estimateCost({ ...use, ...stats });
}

/** Cost of the last 30 days; for a newer use, a projection. */
function monthlyCostOf(situation: Situation): number {
  const { days, total, newestTrafficMs } = situation;
  const fromMs = Math.floor(newestTrafficMs / dayMs) * dayMs - (month.days - 1) * dayMs;
  const recent = days.filter(({ day }) => dayStart(day) >= fromMs);
  const { cents } = costOf(situation, recent.map(({ stats }) => stats).reduce(mergeStats, emptyStats()));
  const ageDays = Math.ceil((newestTrafficMs - (total.firstAtMs ?? newestTrafficMs)) / dayMs);
  return Math.round((cents * month.days) / Math.min(month.days, Math.max(month.leastDays, ageDays)));
}
