import { registrationOf } from "@/lib/shadow-ai/analysis";
import { callsOfDayAfter, isDnsOnly } from "@/lib/shadow-ai/detect/activity";
import { isEnough } from "@/lib/shadow-ai/detect/opening";
import type { CurrentDetection, Decision, Situation } from "@/lib/shadow-ai/detect/situation";
import type { Resolution } from "@/lib/shadow-ai/vocabulary";

const hourMs = 3_600_000;

/** What there is of a use already. */
export type UseState = "NONE" | "OPEN" | "INVESTIGATING" | "DISMISSED" | Resolution;

/**
 * What its traffic says; the first that applies. Only traffic that counts is looked at: all of it where there is no
 * detection, what came after the grace of a use that was said to be stopped, after its resolution else.
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

/** What follows from each finding in each state. EXPIRED and BREACHED arise for an approved exception alone. */
export const decisions: Record<UseState, Record<Finding, Decision>> = {
  NONE: { ...all(opened), COVERED: ignore(covered), TOO_LITTLE: ignore("there is too little traffic") },
  OPEN: all(update),
  INVESTIGATING: all(update),
  DISMISSED: all(absorb("the detection was dismissed")),
  FALSE_POSITIVE: all(absorb("the detection was a false positive")),
  ONBOARDED: {
    ...all(outside),
    COVERED: absorb(covered),
    TOO_LITTLE: absorb("there is too little traffic outside the allow-list"),
  },
  STOPPED: {
    ...all(recurred),
    COVERED: absorb(covered),
    TOO_LITTLE: absorb("there is too little traffic since it was stopped"),
  },
  APPROVED_EXCEPTION: {
    ...all(absorb("the exception allows it")),
    EXPIRED: { kind: "reopen", reason: "EXCEPTION_EXPIRED" },
    COVERED: absorb(covered),
    BREACHED: { kind: "reopen", reason: "EXCEPTION_BREACHED" },
  },
};

/** What to do about a use. Pure; the same situation gives the same decision. */
export function decide(situation: Situation): Decision {
  const state = stateOf(situation.detection);
  return decisions[state][findingOf(situation, state)];
}

export function stateOf(detection: CurrentDetection | null): UseState {
  if (detection === null) return "NONE";
  if (detection.status !== "RESOLVED") return detection.status;
  // A resolution without a word for it cannot be stored; were there one, its traffic should be seen.
  return detection.resolution ?? "STOPPED";
}

export function findingOf(situation: Situation, state: UseState): Finding {
  const { detection } = situation;
  if (state === "APPROVED_EXCEPTION" && isExpired(situation)) return "EXPIRED";
  const afterMs = countsAfter(situation, state);
  if (isCovered(situation, afterMs)) return "COVERED";
  if (state === "APPROVED_EXCEPTION" && isBreached(situation, afterMs, detection?.exceptionCalls ?? null))
    return "BREACHED";
  return situation.newestTrafficMs > afterMs && isEnough(situation, afterMs) ? "ENOUGH" : "TOO_LITTLE";
}

/** Traffic after this time counts. */
function countsAfter({ detection, settings }: Situation, state: UseState): number {
  const resolvedAtMs = detection?.resolvedAtMs ?? Number.NEGATIVE_INFINITY;
  return state === "STOPPED" ? resolvedAtMs + settings.stoppedGraceHours * hourMs : resolvedAtMs;
}

/** Whether one model covers the use with all ranges that were seen since. */
function isCovered({ models, use, total }: Situation, afterMs: number): boolean {
  const { providerId, endpoint, department } = use;
  const ranges = total.ranges.filter(([, lastAtMs]) => lastAtMs > afterMs).map(([range]) => range);
  return registrationOf(models, { providerId, endpoint, department, ranges }).coveredBy !== null;
}

function isExpired({ detection, nowMs }: Situation): boolean {
  const expiresAtMs = detection?.exceptionExpiresAtMs ?? null;
  return expiresAtMs !== null && nowMs >= expiresAtMs;
}

/** Whether a day since the approval has more calls than were approved, times the organisation's factor. */
function isBreached({ days, total, settings }: Situation, afterMs: number, exceptionCalls: number | null): boolean {
  if (exceptionCalls === null) return false;
  const most = Math.max(exceptionCalls, 1) * settings.exceptionCallsFactor;
  const dnsOnly = isDnsOnly(total);
  return days.some((day) => callsOfDayAfter(day, afterMs, dnsOnly) > most);
}
