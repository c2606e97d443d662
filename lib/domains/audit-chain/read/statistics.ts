import { type EventType, type Severity, severities, statesResolution } from "@/lib/domains/audit-chain/enums";
import { placeOf } from "@/lib/domains/audit-chain/findings/findings-store";
import { findFirstReceived } from "@/lib/domains/audit-chain/read/model-events";
import { type AlertOutline, findAlerts, readPayloads } from "@/lib/domains/audit-chain/read/outline-store";
import {
  type CheckpointDay,
  countCheckpoints,
  countEventsAt,
  type EndedVerification,
  eventsOfPage,
  findCheckpoints,
  findEndedVerifications,
  findErasures,
  findEventsOfType,
  findFindings,
  findPeriodEvents,
  type PeriodCheckpoint,
  type PeriodErasure,
  type PeriodEvent,
  type PeriodFinding,
  readStoredHealth,
} from "@/lib/domains/audit-chain/read/statistics-store";
import { findCoveringRun } from "@/lib/domains/audit-chain/verification/runs-store";
import { openResult } from "@/lib/domains/audit-chain/verification/stored-result";
import { readCosignedSize } from "@/lib/domains/audit-chain/witnesses/attestations";
import { giveWay } from "@/lib/platform/documents/give-way";

/** Chains are verified every night, so an older verification means that one was missed. */
const verifiedWithinMs = 26 * 3_600_000;
/** Once a week, chains are verified from the first event. */
const wholeWithinMs = 8 * 24 * 3_600_000;

type ChainState = "INTACT" | "BROKEN" | "NOT_CHECKED" | "UNABLE";

/** The last known state of a chain. */
interface ChainHealth {
  state: ChainState;
  /** The positions that the last passed nightly or full verification covered. */
  verifiedFrom: number | null;
  verifiedTo: number | null;
  verifiedAt: string | null;
  /** When the full chain was last verified. */
  fullyVerifiedAt: string | null;
  openFindings: number;
  /** `eventId` is null if there is no event. */
  firstBreak: { eventId: string | null; chainPosition: number; code: string } | null;
  lastCheckpointAt: string | null;
  /** The size of the largest checkpoint that a witness has cosigned. */
  cosignedTo: number | null;
}

/**
 * The state of a chain according to its last nightly or full verification: BROKEN with an open finding; UNABLE if the last
 * verification was interrupted, incomplete or missed, if its stored result was changed outside the service, or if the last
 * full one is more than eight days old; NOT_CHECKED before the first one. Does not verify the chain.
 */
export async function readChainHealth(organisationId: string, nowMs: number): Promise<ChainHealth> {
  const [last, passed, { findings, firstFinding: first, lastCheckpointAt }, cosignedTo] = await Promise.all([
    findCoveringRun(organisationId, ["ok", "failed", "interrupted", "not_verified"]),
    findCoveringRun(organisationId, ["ok"]),
    readStoredHealth(organisationId),
    readCosignedSize(organisationId),
  ]);
  const opened = passed && openResult(passed);
  const result = opened?.status === "ok" ? opened : undefined;
  const isWithin = (at: string | undefined, ms: number) => at !== undefined && nowMs - Date.parse(at) <= ms;
  const isIntact =
    last?.id === passed?.id &&
    isWithin(result?.verifiedAt, verifiedWithinMs) &&
    isWithin(result?.wholeAt, wholeWithinMs);
  return {
    state: findings > 0 ? "BROKEN" : !last ? "NOT_CHECKED" : isIntact ? "INTACT" : "UNABLE",
    verifiedFrom: result?.from ?? null,
    verifiedTo: result?.to ?? null,
    verifiedAt: result?.verifiedAt ?? null,
    fullyVerifiedAt: result?.wholeAt ?? null,
    openFindings: findings,
    firstBreak: first && { ...first, eventId: first.eventId === placeOf(first.chainPosition) ? null : first.eventId },
    lastCheckpointAt: lastCheckpointAt?.toISOString() ?? null,
    cosignedTo,
  };
}

const dayMs = 86_400_000;
const days = 30;

/** Recorded events by UTC day, today last. */
interface EventFigures {
  last24h: number;
  previous24h: number;
  perDay: { date: string; count: number }[];
}

/** Counts events by `recordedAt`, the time of receipt. */
export async function readEventFigures(organisationId: string, nowMs: number): Promise<EventFigures> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const starts = Array.from({ length: days }, (_, i) => today - (days - 1 - i) * dayMs);
  const times = [nowMs - 2 * dayMs, nowMs - dayMs, ...starts].map((ms) => new Date(ms));
  const { before, now } = await countEventsAt(organisationId, times);
  const [twoDaysAgo = 0, oneDayAgo = 0, ...atStarts] = before;
  const perDay = starts.map((start, i) => ({
    date: new Date(start).toISOString().slice(0, 10),
    count: (atStarts[i + 1] ?? now) - (atStarts[i] ?? 0),
  }));
  return { last24h: now - oneDayAgo, previous24h: oneDayAgo - twoDaysAgo, perDay };
}

/** The last alerts that are read, which limits the time that this takes. */
const alertsMax = 500;

/** A model with alerts. */
interface AlertedModel {
  modelId: string;
  alerts: number;
  unresolvedAlerts: number;
  highestSeverity: Severity;
  /** Null without unresolved alerts. */
  highestUnresolvedSeverity: Severity | null;
  latestAlertId: string;
  /** Event time of the latest recorded alert, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  latestAlertAt: string;
}

interface AlertFigures {
  /** Whether there are more alerts than were read, so that the counts are minimums. */
  hasMore: boolean;
  /** Models with unresolved alerts first, the most severe first, then the latest. */
  models: AlertedModel[];
}

/** Counts the last alerts of any age, because an unresolved alert does not become less relevant. */
export async function readAlertFigures(organisationId: string): Promise<AlertFigures> {
  const { alerts, hasMore } = await findAlerts(organisationId, alertsMax);
  const mentioning = alerts.flatMap((alert) => (alert.mentionsResolution ? [alert.chainPosition] : []));
  const resolved = new Set<number>();
  await readPayloads(undefined, organisationId, mentioning, (position, payload) => {
    if (statesResolution(payload)) resolved.add(position);
  });
  return { hasMore, models: alertedModels(alerts, resolved) };
}

/** `alerts`: newest first. `resolved`: the positions of the resolved ones. */
function alertedModels(alerts: readonly AlertOutline[], resolved: ReadonlySet<number>): AlertedModel[] {
  const models = new Map<string, AlertedModel>();
  for (const { chainPosition, id, severity: stored, modelId, timestamp } of alerts) {
    const severity = severities.find((one) => one === stored) ?? "INFO";
    const model = models.get(modelId) ?? {
      ...{ modelId, alerts: 0, unresolvedAlerts: 0, highestSeverity: severity, highestUnresolvedSeverity: null },
      ...{ latestAlertId: id, latestAlertAt: timestamp },
    };
    const isUnresolved = !resolved.has(chainPosition);
    models.set(modelId, {
      ...model,
      alerts: model.alerts + 1,
      unresolvedAlerts: model.unresolvedAlerts + Number(isUnresolved),
      highestSeverity: higher(model.highestSeverity, severity),
      ...(isUnresolved && { highestUnresolvedSeverity: higher(model.highestUnresolvedSeverity, severity) }),
    });
  }
  return [...models.values()].toSorted((one, other) => rankOf(other) - rankOf(one));
}

function higher(one: Severity | null, other: Severity): Severity {
  return one !== null && severities.indexOf(one) > severities.indexOf(other) ? one : other;
}

/** Without unresolved alerts, a model ranks below all models that have some. */
function rankOf({ highestSeverity, highestUnresolvedSeverity: unresolved }: AlertedModel): number {
  return unresolved === null ? severities.indexOf(highestSeverity) - severities.length : severities.indexOf(unresolved);
}

/** Inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
interface Period {
  from: string;
  to: string;
}

/** The events in a period, up to a chain size, in order of event time, one page in memory at a time. */
export async function* readPeriodEvents(
  organisationId: string,
  period: Period,
  size: number,
): AsyncGenerator<PeriodEvent[], void, undefined> {
  let last: PeriodEvent | undefined;
  for (;;) {
    const page: PeriodEvent[] = await findPeriodEvents(organisationId, { ...period, size }, last);
    if (page.length > 0) yield page;
    if (page.length < eventsOfPage) return;
    await giveWay();
    last = page.at(-1);
  }
}

/** All events of a type up to a chain size, in chain order. */
export async function* readEventsOfType(
  organisationId: string,
  eventType: EventType,
  size: number,
): AsyncGenerator<PeriodEvent[], void, undefined> {
  for (let after = 0; ; ) {
    const page = await findEventsOfType(organisationId, eventType, { after, size });
    if (page.length > 0) yield page;
    if (page.length < eventsOfPage) return;
    await giveWay();
    after = page.at(-1)?.chainPosition ?? after;
  }
}

/** The activity of a chain in a period. Lists are limited to the oldest {@link periodRowsMax} entries. */
export interface ChainPeriod {
  /** Number of events received before the period, and by its end. */
  lengthAtStart: number;
  lengthAtEnd: number;
  verifications: EndedVerification[];
  checkpointDays: CheckpointDay[];
  /** The latest ones, latest first. */
  checkpoints: PeriodCheckpoint[];
  findings: PeriodFinding[];
  erasures: PeriodErasure[];
}

/** Maximum rows of each list. */
export const periodRowsMax = 10_000;
const checkpointsMax = 100;

export async function readChainPeriod(organisationId: string, period: Period, size: number): Promise<ChainPeriod> {
  const within = { ...period, limit: periodRowsMax };
  const [start, end, verifications, checkpointDays, checkpoints, findings, erasures] = await Promise.all([
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= period.from),
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt > period.to),
    findEndedVerifications(organisationId, within),
    countCheckpoints(organisationId, period),
    findCheckpoints(organisationId, { ...period, limit: checkpointsMax }),
    findFindings(organisationId, within),
    findErasures(organisationId, within),
  ]);
  const lengths = { lengthAtStart: start - 1, lengthAtEnd: end - 1 };
  return { ...lengths, verifications, checkpointDays, checkpoints, findings, erasures };
}
