import { firstMember, highlightsMax, lineOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import {
  isBeyond,
  type Limit,
  limitOf,
  limitsOf,
  namedValues,
  statesNothing,
} from "@/lib/domains/evidence/collect/payload-tests";
import { NewestRows, type Reference, type Register, type RegisterRow } from "@/lib/domains/evidence/collect/registers";
import type { KeyNames } from "@/lib/domains/evidence/frameworks/types";

/** A serious incident as its event states it. Values are single-line texts, or null if not stated. */
export interface Incident extends Reference {
  timestamp: string;
  severity: string;
  /** `INCIDENT, auc 0.41 (threshold 0.7)`. */
  subject: string;
  authorityNotified: string | null;
  communicated: string | null;
  resolved: string | null;
}

/** A metric with its threshold, newest measurement and number of measurements. */
export interface MeasuredMetric extends Reference {
  name: string;
  value: number;
  limit: Limit;
  timestamp: string;
  isMissed: boolean;
  measurements: number;
  missed: number;
}

/** The events that the summary of a document names, the newest of each group. */
export interface Highlights {
  incidents: { rows: Incident[]; total: number; silent: number };
  rollbacks: Register;
  /** Metrics whose newest measurement missed the threshold come first. */
  metrics: MeasuredMetric[];
}

const valueMax = 120;

/** Finds these events. Each event is added once, in chain order. */
export class HighlightFinder {
  private incidents: Incident[] = [];
  private incidentsTotal = 0;
  private silent = 0;
  private readonly rollbacks = new NewestRows(highlightsMax);
  private readonly metrics = new Map<string, MeasuredMetric>();

  constructor(private readonly keyNames: KeyNames) {}

  addIncident({ evidenceId, chainPosition, timestamp, severity }: RegisterRow, payload: unknown): void {
    const stated = (key: string) => this.statedOf("ALERT", key, payload);
    const [category, metric, value, threshold] = ["category", "metric", "value", "threshold"].map(stated);
    const measured = [metric, value, threshold && `(threshold ${threshold})`].filter(Boolean).join(" ");
    const incident: Incident = {
      ...{ evidenceId, chainPosition, timestamp, severity },
      subject: [category, measured].filter(Boolean).join(", "),
      authorityNotified: stated("authorityNotifiedAt"),
      communicated: stated("communicatedAt"),
      resolved: stated("resolvedAt"),
    };
    this.incidentsTotal += 1;
    if (incident.authorityNotified === null) this.silent += 1;
    this.incidents.push(incident);
    if (this.incidents.length > highlightsMax) this.incidents.splice(this.leastUrgent(), 1);
  }

  addRollback(row: RegisterRow): void {
    this.rollbacks.add(row);
  }

  /** The metrics with a threshold in a test or a review, or the value in an alert. */
  addMetrics({ eventType, evidenceId, chainPosition, timestamp }: RegisterRow, payload: unknown): void {
    for (const [name, value, limit] of this.measurementsOf(eventType, payload)) {
      const key = limit.metric;
      const known = this.metrics.get(key);
      if (!known && this.metrics.size >= highlightsMax) continue;
      const isMissed = isBeyond(value, limit);
      const measurements = (known?.measurements ?? 0) + 1;
      const missed = (known?.missed ?? 0) + (isMissed ? 1 : 0);
      const newest =
        known && known.timestamp > timestamp
          ? known
          : { name: lineOf(name, valueMax / 2), evidenceId, chainPosition, value, limit, timestamp, isMissed };
      this.metrics.set(key, { ...newest, measurements, missed });
    }
  }

  highlights(): Highlights {
    return {
      incidents: { rows: [...this.incidents], total: this.incidentsTotal, silent: this.silent },
      rollbacks: this.rollbacks.register(),
      metrics: [...this.metrics.values()].sort((a, b) => Number(b.isMissed) - Number(a.isMissed)),
    };
  }

  /** The oldest incident with a report to an authority, or the oldest incident if none has one. */
  private leastUrgent(): number {
    return Math.max(
      0,
      this.incidents.findIndex((one) => one.authorityNotified !== null),
    );
  }

  private measurementsOf(eventType: string, payload: unknown): [name: string, value: number, limit: Limit][] {
    if (eventType === "ALERT") {
      const [name, value, threshold] = ["metric", "value", "threshold"].map((key) =>
        this.memberOf("ALERT", key, payload),
      );
      if (typeof name !== "string" || typeof value !== "number") return [];
      const limit = limitOf(name, threshold);
      return limit.min !== undefined || limit.max !== undefined || limit.stated !== undefined
        ? [[name, value, limit]]
        : [];
    }
    if (eventType !== "TRAINING_COMPLETED" && eventType !== "HUMAN_REVIEW") return [];
    const limits = limitsOf(this.memberOf("TRAINING_COMPLETED", "thresholds", payload));
    if (limits.length === 0) return [];
    return namedValues(this.memberOf("TRAINING_COMPLETED", "metrics", payload)).flatMap(([name, value]) => {
      const limit = limits.find(({ metric }) => metric === wordOf(name));
      return limit ? [[name, value, limit] satisfies [string, number, Limit]] : [];
    });
  }

  private memberOf(type: keyof KeyNames, key: string, payload: unknown): unknown {
    return firstMember(payload, [key, ...(this.keyNames[type][key] ?? [])]);
  }

  /** The text of a member, or null if the member is missing or states that nothing exists. */
  private statedOf(type: keyof KeyNames, key: string, payload: unknown): string | null {
    const value = this.memberOf(type, key, payload);
    if (value === undefined || statesNothing(value)) return null;
    if (typeof value === "string" || typeof value === "number") return lineOf(String(value), valueMax);
    return value === true ? "yes" : null;
  }
}
