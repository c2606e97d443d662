import { dayMs, dueAt } from "@/lib/domains/shadow-ai/detections/deadlines";
import {
  type StoredDetection,
  type TriageState,
  unresolved,
  unsnoozed,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { snoozeLimits } from "@/lib/domains/shadow-ai/detections/snooze-limits";
import { type DetectionStatus, snoozeMaxDays } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { type ErrorDetail, ServiceError, validationFailed } from "@/lib/platform/core/errors";

/** Default duration of an exception in days, if the organisation allows it. */
const exceptionDays = 90;

/** The time of the step, and the settings that it depends on: the maximum duration of an exception, and the deadlines. */
export type StepTerms = Pick<ShadowAiSettings, "exceptionMaxDays" | "slaDays"> & { nowMs: number };

type ExceptionTerms = Pick<StepTerms, "nowMs" | "exceptionMaxDays">;

type State = TriageState & Pick<StoredDetection, "severity" | "detectedAt" | "calls" | "bytesOut">;

/**
 * The columns that a change to a detection sets; empty if nothing changes. Pure: the caller checks whether the model is
 * registered.
 *
 * @throws `invalid_transition`, and `validation_failed` if the step lacks required fields.
 */
export function planStep(state: State, change: UpdateDetection, terms: StepTerms): Partial<TriageState> {
  const from = (change.investigate && state.status === "OPEN" ? "INVESTIGATING" : state.status) as DetectionStatus;
  const to = change.status ?? from;
  if (to !== from && !mayBecome(from, to)) {
    throw invalidTransition(from, `A detection with status ${from} cannot change to ${to}.`);
  }
  if (to === from && change.resolution !== undefined && !isResolvedSo(state, change)) {
    throw invalidTransition(
      from,
      "The detection is RESOLVED with a different resolution. Change it to INVESTIGATING first.",
    );
  }
  const reopened = isClosed(from) && to !== from ? { reopenedFor: null, reopenedAt: new Date(terms.nowMs) } : {};
  // Reopening moves the deadline, which limits a snooze.
  const problems = problemsOf({ ...state, ...reopened }, change, to, terms);
  if (problems.length > 0) throw validationFailed(problems);
  const { assignedTo, notes } = change;
  return changed(state, {
    ...(assignedTo === undefined ? {} : { assignedTo }),
    ...(notes === undefined ? {} : { notes }),
    ...(to === from ? {} : { status: to, ...closing(change, to, terms), ...unsnoozed }),
    ...(change.snooze === undefined ? {} : snoozed(state, change.snooze)),
    ...reopened,
  });
}

function isClosed(status: DetectionStatus): boolean {
  return status === "RESOLVED" || status === "DISMISSED";
}

/** Whether a request to resolve matches the current resolution. */
function isResolvedSo(
  state: TriageState,
  { resolution, resolvedModelId, exceptionExpiresAt }: UpdateDetection,
): boolean {
  return (
    state.resolution === resolution &&
    (resolvedModelId === undefined || resolvedModelId === state.resolvedModelId) &&
    (exceptionExpiresAt === undefined || Date.parse(exceptionExpiresAt) === state.exceptionExpiresAt?.getTime())
  );
}

function problemsOf(state: State, change: UpdateDetection, to: DetectionStatus, terms: StepTerms): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const isEntered = to !== state.status;
  const resolution = isEntered ? change.resolution : state.resolution;
  if (to === "RESOLVED" && isEntered && resolution === undefined) {
    const words = "ONBOARDED, STOPPED, APPROVED_EXCEPTION or FALSE_POSITIVE";
    problems.push({ path: "resolution", message: `is required with status RESOLVED: ${words}` });
  }
  const reason = reasonNeeded(to, to === "RESOLVED" ? (resolution ?? null) : null);
  const notes = change.notes === undefined ? state.notes : change.notes;
  if (reason !== undefined && notes === null && (isEntered || change.notes === null)) {
    problems.push({ path: "notes", message: reason });
  }
  if (isEntered && change.exceptionExpiresAt !== undefined) {
    const message = expiryProblem(Date.parse(change.exceptionExpiresAt), terms);
    if (message !== undefined) problems.push({ path: "exceptionExpiresAt", message });
  }
  const snooze = change.snooze && snoozeProblem({ ...state, status: to }, Date.parse(change.snooze.until), terms);
  if (snooze) problems.push(snooze);
  return problems;
}

/** A detection must be decided, so no series of snoozes can hide it permanently. */
function snoozeProblem(state: State, untilMs: number, { nowMs, slaDays }: StepTerms): ErrorDetail | undefined {
  const due = dueAt(state, slaDays);
  if (due === null) return { path: "snooze", message: "is only allowed for OPEN and INVESTIGATING detections" };
  const path = "snooze.until";
  if (untilMs <= nowMs) return { path, message: "must be in the future" };
  const last = (fromMs: number, from: string) =>
    untilMs > fromMs + snoozeMaxDays * dayMs
      ? { path, message: `must be at most ${snoozeMaxDays} days ${from}` }
      : undefined;
  return last(nowMs, "from now") ?? last(due.getTime(), `after the deadline (${due.toISOString()})`);
}

/** A repeated request keeps the limits, although the traffic has grown. */
function snoozed(state: State, snooze: NonNullable<UpdateDetection["snooze"]> | null): Partial<TriageState> {
  if (snooze === null) return unsnoozed;
  const snoozedUntil = new Date(snooze.until);
  const snoozeNote = snooze.note ?? null;
  const { snoozeMaxCalls, snoozeMaxBytesOut } = state;
  const isRepeated = state.snoozedUntil?.getTime() === snoozedUntil.getTime() && state.snoozeNote === snoozeNote;
  const limits = isRepeated ? { snoozeMaxCalls, snoozeMaxBytesOut } : snoozeLimits(state);
  return { snoozedUntil, snoozeNote, ...limits };
}

/** The purpose of required notes in a state; undefined if notes are optional. */
function reasonNeeded(to: DetectionStatus, resolution: string | null): string | undefined {
  if (to === "DISMISSED") return "is required: enter the reason for the dismissal";
  if (resolution === "APPROVED_EXCEPTION") return "is required: enter the justification of the exception";
  return undefined;
}

/** The reason why an exception may not end at a time; undefined if it may. */
export function expiryProblem(expiresAtMs: number, { nowMs, exceptionMaxDays }: ExceptionTerms): string | undefined {
  if (expiresAtMs <= nowMs) return "must be in the future";
  const lastMs = nowMs + exceptionMaxDays * dayMs;
  return expiresAtMs > lastMs ? `must be at most ${exceptionMaxDays} days from now` : undefined;
}

/** Default end of an exception. */
export function expiryOtherwise({ nowMs, exceptionMaxDays }: ExceptionTerms): Date {
  return new Date(nowMs + Math.min(exceptionDays, exceptionMaxDays) * dayMs);
}

/** The columns of one resolution, which are cleared when the detection is reopened. */
function closing(change: UpdateDetection, to: DetectionStatus, terms: StepTerms): Partial<TriageState> {
  if (to !== "RESOLVED") return unresolved;
  const { resolution = null, resolvedModelId = null, exceptionExpiresAt } = change;
  const expiresAt = exceptionExpiresAt === undefined ? expiryOtherwise(terms) : new Date(exceptionExpiresAt);
  return {
    ...unresolved,
    resolution,
    resolvedModelId,
    resolvedAt: new Date(terms.nowMs),
    exceptionExpiresAt: resolution === "APPROVED_EXCEPTION" ? expiresAt : null,
  };
}

/** The columns that differ from the detection. */
function changed(state: TriageState, columns: Partial<TriageState>): Partial<TriageState> {
  const differing = Object.entries(columns).filter(([name, value]) => {
    const had = state[name as keyof TriageState];
    return had instanceof Date && value instanceof Date ? had.getTime() !== value.getTime() : had !== value;
  });
  return Object.fromEntries(differing);
}

/**
 * The states to which a user may move a detection from each state (specification, "States and transitions"). Only the
 * service moves RESOLVED to OPEN.
 */
const transitions: Readonly<Record<DetectionStatus, readonly DetectionStatus[]>> = {
  OPEN: ["INVESTIGATING"],
  INVESTIGATING: ["RESOLVED", "DISMISSED"],
  RESOLVED: ["INVESTIGATING"],
  DISMISSED: ["INVESTIGATING"],
};

export function mayBecome(from: DetectionStatus, to: DetectionStatus): boolean {
  return transitions[from].includes(to);
}

/** Rejects a transition, with the allowed ones in `details`. */
function invalidTransition(from: DetectionStatus, message: string): ServiceError {
  return new ServiceError("invalid_transition", message, {
    details: transitions[from].map((target) => ({ path: "status", message: `can change to ${target}` })),
    members: { allowed: transitions[from] },
  });
}
