import { type GovernedModel, registrationOf } from "@/lib/domains/shadow-ai/analysis";
import type { Provider } from "@/lib/domains/shadow-ai/catalogue";
import { activityAfter, callsOfDayAfter, isBehavioural, isDnsOnly } from "@/lib/domains/shadow-ai/detect/activity";
import { type BehaviourScore, scoreDay, scoreWithinUse } from "@/lib/domains/shadow-ai/detect/behaviour";
import type { SeenRange, TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import type { UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { AccessKind, DetectionStatus, Resolution } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const hourMs = 3_600_000;

/** Current state of a use. NONE means that the use has no detection. */
export type UseState = "NONE" | "OPEN" | "INVESTIGATING" | "DISMISSED" | Resolution;

/**
 * Findings about the traffic of a use; the first match applies. Only relevant traffic counts: all traffic without a
 * detection, traffic after the grace period of a stopped use, otherwise traffic after the resolution.
 */
export const findings = ["EXPIRED", "COVERED", "BREACHED", "ENOUGH", "TOO_LITTLE"] as const;
export type Finding = (typeof findings)[number];

const update: Decision = { kind: "update" };
const ignore = (why: string): Decision => ({ kind: "ignore", why });
const absorb = (why: string): Decision => ({ kind: "absorb", why });
const all = (decision: Decision): Record<Finding, Decision> => ({
  EXPIRED: decision,
  COVERED: decision,
  BREACHED: decision,
  ENOUGH: decision,
  TOO_LITTLE: decision,
});

const covered = "a registered model covers the use";
const opened: Decision = { kind: "open", reason: "NEW" };
const outside: Decision = { kind: "open", reason: "OUTSIDE_ALLOWLIST" };
const recurred: Decision = { kind: "reopen", reason: "RECURRENCE" };

/** The decision for each finding in each state. EXPIRED and BREACHED only occur for approved exceptions. */
export const decisions: Record<UseState, Record<Finding, Decision>> = {
  NONE: { ...all(opened), COVERED: ignore(covered), TOO_LITTLE: ignore("too little traffic") },
  OPEN: all(update),
  INVESTIGATING: all(update),
  DISMISSED: all(absorb("the detection was dismissed")),
  FALSE_POSITIVE: all(absorb("the detection was a false positive")),
  ONBOARDED: {
    ...all(outside),
    COVERED: absorb(covered),
    TOO_LITTLE: absorb("too little traffic outside the allow-list"),
  },
  STOPPED: {
    ...all(recurred),
    COVERED: absorb(covered),
    TOO_LITTLE: absorb("too little traffic since the use was stopped"),
  },
  APPROVED_EXCEPTION: {
    ...all(absorb("covered by an exception")),
    EXPIRED: { kind: "reopen", reason: "EXCEPTION_EXPIRED" },
    COVERED: absorb(covered),
    BREACHED: { kind: "reopen", reason: "EXCEPTION_BREACHED" },
  },
};

/** Decides what to do about a use. Pure. */
export function decide(situation: Situation): Decision {
  const state = stateOf(situation.detection);
  return decisions[state][findingOf(situation, state)];
}

export function stateOf(detection: CurrentDetection | null): UseState {
  if (detection === null) return "NONE";
  if (detection.status !== "RESOLVED") return detection.status;
  // An unknown resolution cannot be stored. If there were one, the traffic should be reported.
  return detection.resolution ?? "STOPPED";
}

export function findingOf(situation: Situation, state: UseState): Finding {
  const { detection, since, own } = situation;
  if (state === "APPROVED_EXCEPTION" && isExpired(situation)) return "EXPIRED";
  const afterMs = countsAfter(situation, state);
  if (isCovered(situation, afterMs)) return "COVERED";
  if (state === "APPROVED_EXCEPTION" && isBreached(situation, afterMs, detection?.exceptionCalls ?? null))
    return "BREACHED";
  if (state === "ONBOARDED" && since) return isEnough({ ...situation, ...since }, afterMs) ? "ENOUGH" : "TOO_LITTLE";
  const judged = state === "STOPPED" && own ? { ...situation, ...own } : situation;
  return situation.newestTrafficMs > afterMs && isEnough(judged, afterMs) ? "ENOUGH" : "TOO_LITTLE";
}

/** Traffic after this time counts. */
function countsAfter({ detection, settings }: Situation, state: UseState): number {
  const resolvedAtMs = detection?.resolvedAtMs ?? Number.NEGATIVE_INFINITY;
  return state === "STOPPED" ? resolvedAtMs + settings.stoppedGraceHours * hourMs : resolvedAtMs;
}

/** Whether registered models cover the use with all ranges seen since. */
function isCovered({ models, use, ranges: seen }: Situation, afterMs: number): boolean {
  const ranges = seen.filter(([, lastAtMs]) => lastAtMs > afterMs).map(([range]) => range);
  return registrationOf(models, { ...use, ranges }).coveredBy !== null;
}

function isExpired({ detection, nowMs }: Situation): boolean {
  const expiresAtMs = detection?.exceptionExpiresAtMs ?? null;
  return expiresAtMs !== null && nowMs >= expiresAtMs;
}

/**
 * Whether a day since the approval exceeds the approved calls, multiplied by the organisation's factor. The approved
 * calls of a detection outside the allow list exclude what the list covers.
 */
function isBreached(
  { days, total, settings, since, own }: Situation,
  afterMs: number,
  exceptionCalls: number | null,
): boolean {
  if (exceptionCalls === null) return false;
  const most = Math.max(exceptionCalls, 1) * settings.exceptionCallsFactor;
  const dnsOnly = isDnsOnly(total);
  const counted = own ? own.days : [...days, ...(since?.days ?? [])];
  return counted.some((day) => callsOfDayAfter(day, afterMs, dnsOnly) > most);
}

/** Minimum share of similar windows among scored windows, because a few are similar by chance. */
const leastShareAlike = 0.25;
/** Minimum hours for scoring a full day, used when its windows have too few connections. */
const leastHoursADay = 2;
/** The number of windows (`settings.opening`) for which the minimum connections of a day are intended. */
const usualWindows = 3;

/** Access kinds where a single call is a use. Web pages are also visited by chance or embedded in other pages. */
const countsByCall: Record<AccessKind, boolean> = { API: true, IDE: true, SELF_HOSTED: true, WEB: false };

/** Whether traffic after a time is enough to open a detection (`settings.opening`). */
export function isEnough(situation: Situation, afterMs: number): boolean {
  const { total, use, days, settings } = situation;
  const { apiCalls, webSessions, webCalls, dnsQueries, behaviourWindows } = settings.opening;
  const dnsOnly = isDnsOnly(total);
  const since = activityAfter(days, afterMs, dnsOnly);
  if (dnsOnly) return since.mostCallsIn24Hours >= dnsQueries;
  if (isBehavioural(total)) return since.calls >= behaviourWindows && behaviourOf(situation) !== null;
  if (countsByCall[use.accessKind]) return since.calls >= apiCalls;
  return since.mostSessionsIn24Hours >= webSessions || since.mostCallsIn24Hours >= webCalls;
}

/** The behaviour score of a use, if its windows or one of its days are sufficiently similar to language model traffic. */
export function behaviourOf({ windows, days, total, settings }: Situation): BehaviourScore | null {
  const { behaviourScore, behaviourWindows } = settings.opening;
  if (windows !== null && windows.alike >= behaviourWindows && windows.alike >= leastShareAlike * windows.scored) {
    const score = scoreWithinUse(windows, total);
    if (score.score >= behaviourScore) return score;
  }
  const factor = Math.max(1, behaviourWindows / usualWindows);
  const scores = days
    .filter(({ stats }) => stats.callsByHour.filter((calls) => calls > 0).length >= leastHoursADay)
    .map(({ stats }) => scoreDay(stats, total, factor))
    .filter((one) => one !== null)
    .filter(({ score }) => score >= behaviourScore);
  return scores.sort((a, b) => b.score - a.score)[0] ?? null;
}

/** Why the service reopened a detection, or opened another one. */
export type ReopenReason = "RECURRENCE" | "EXCEPTION_BREACHED" | "EXCEPTION_EXPIRED";

/** The newest detection of a use, reduced to the inputs of a decision. */
export interface CurrentDetection {
  status: DetectionStatus;
  /** Set if and only if the status is RESOLVED. */
  resolution: Resolution | null;
  resolvedAtMs: number | null;
  exceptionExpiresAtMs: number | null;
  /** Calls on the busiest day when the exception was approved; null: no approved volume. */
  exceptionCalls: number | null;
  /** Whether its calls are DNS queries, because there was no other traffic. */
  dnsOnly: boolean;
  /** Traffic in the detection, which never decreases, except when calls replace DNS queries. */
  calls: number;
  bytesOut: number;
  bytesIn: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  reopenedFor: ReopenReason | "OUTSIDE_ALLOWLIST" | null;
}

/** The number of five-minute windows that are similar to language model traffic. */
export interface AlikeWindows extends BehaviourScore {
  /** Windows with a score of at least `settings.opening.behaviourScore`. */
  alike: number;
  /** Windows with a score. */
  scored: number;
}

/** Traffic of a use, or a part of it. */
export interface Traffic {
  total: TrafficStats;
  /** The last 30 days with traffic, ascending; YYYY-MM-DD, UTC. */
  days: { day: string; stats: TrafficStats }[];
  /** All ranges. The statistics contain at most `statsLimits.ranges`. */
  ranges: SeenRange[];
}

/** The inputs of a decision about a use, with all its traffic. */
export interface Situation extends Traffic {
  use: UseFacts;
  /**
   * The traffic after the resolution of an ONBOARDED use that is outside the allow list, or all traffic after the approval
   * of an exception. Null if it was not counted separately.
   */
  since: Traffic | null;
  /** The traffic of a detection that counts only what was outside the allow list; null if it counts all traffic. */
  own: Traffic | null;
  /** Null if no window is similar, or for a catalogue host. */
  windows: AlikeWindows | null;
  /** The newest detection of the use, if any. */
  detection: CurrentDetection | null;
  settings: ShadowAiSettings;
  models: GovernedModel[];
  provider: Provider;
  nowMs: number;
  /** The time of the newest record. */
  newestTrafficMs: number;
}

/** The action to take for a use. */
export type Decision =
  | { kind: "ignore"; why: string }
  | { kind: "open"; reason: "NEW" | "OUTSIDE_ALLOWLIST" }
  | { kind: "update" }
  | { kind: "absorb"; why: string }
  | { kind: "reopen"; reason: ReopenReason };
