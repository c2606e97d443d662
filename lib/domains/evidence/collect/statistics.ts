import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { OversightCounter } from "@/lib/domains/evidence/collect/oversight";
import {
  bucketsMax,
  detached,
  distinctMax,
  firstMember,
  memberOf,
  modelVersionLengthMax,
  modelVersionsMax,
  nameOf,
  unknownNamesMax,
} from "@/lib/domains/evidence/collect/payload";
import { RecordingCounter } from "@/lib/domains/evidence/collect/recording";
import type { KeyNames } from "@/lib/domains/evidence/frameworks/types";
import type { Statistics, Summary } from "@/lib/domains/evidence/schemas-bundle";

/** The parts of an event of the period that the statistics need. */
interface CountedEvent {
  eventType: string;
  severity: string;
  timestamp: string;
  recordedAt: string;
  /** Undefined if unknown. */
  actor: { type: unknown; id: unknown } | undefined;
  payload: unknown;
}

/** The counts of a summary, without the results of the chain verification and statements about the period. */
export type CountedSummary = Omit<Summary, "chainIntact" | "integrity">;

/** Counts events of a period, one by one. Memory does not grow with their number beyond {@link distinctMax} names. */
export class StatisticsCounter {
  private readonly byType = new NameCounts(eventTypes);
  private readonly bySeverity = new NameCounts(severities);
  private readonly alertsBySeverity = new NameCounts(severities);
  private readonly calendar: Calendar;
  private readonly actors = new Distinct();
  private readonly reviewers = new Distinct();
  private readonly versions = new Map<string, Statistics["modelVersions"][number]>();
  private readonly oversight: OversightCounter;
  private readonly recording = new RecordingCounter();
  private readonly alerts = { acknowledged: 0, resolved: 0 };
  private total = 0;
  private firstAt: string | null = null;
  private lastAt: string | null = null;

  constructor(
    period: { from: string; to: string },
    private readonly keyNames: KeyNames,
  ) {
    this.calendar = new Calendar(period);
    this.oversight = new OversightCounter(keyNames);
  }

  add(event: CountedEvent): void {
    const { eventType, severity, timestamp, actor, payload } = event;
    this.total += 1;
    this.byType.add(eventType);
    this.bySeverity.add(severity);
    if (actor) this.actors.add(`${textOf(actor.type)}\n${textOf(actor.id)}`);
    this.recording.add(event);
    if (eventType === "INFERENCE") this.oversight.addInference(payload);
    else if (eventType === "HUMAN_REVIEW") this.addReview(event);
    else if (eventType === "ALERT") this.addAlert(severity, payload);
    this.addTime(eventType, timestamp, payload);
  }

  /** Events of a type so far. */
  eventsOf(type: string): number {
    return this.byType.of(type);
  }

  counts(): CountedSummary {
    return {
      totalEvents: this.total,
      inferences: this.eventsOf("INFERENCE"),
      configChanges: this.eventsOf("CONFIG_CHANGE"),
      deployments: this.eventsOf("DEPLOYMENT"),
      humanReviews: this.eventsOf("HUMAN_REVIEW"),
      alerts: this.eventsOf("ALERT"),
      recordedLate: this.recording.lateEvents,
    };
  }

  statistics(): Statistics {
    return {
      byType: this.byType.record(),
      bySeverity: this.bySeverity.record(),
      bucket: this.calendar.bucket,
      buckets: this.calendar.buckets(),
      oversight: { ...this.oversight.counts(), reviewers: this.reviewers.size },
      recording: this.recording.counts(),
      alerts: { bySeverity: this.alertsBySeverity.record(), ...this.alerts },
      modelVersions: [...this.versions.values()].map((version) => ({ ...version })),
      actors: this.actors.size,
      firstAt: this.firstAt,
      lastAt: this.lastAt,
    };
  }

  /** The reviewer named in the payload, or the actor. Often, a case system records the review. */
  private addReview({ actor, payload }: CountedEvent): void {
    this.oversight.addReview(payload);
    const names = this.keyNames.HUMAN_REVIEW.reviewerPseudonym ?? [];
    const reviewer = firstMember(payload, ["reviewerPseudonym", ...names]);
    if (typeof reviewer === "string") this.reviewers.add(reviewer);
    else if (actor) this.reviewers.add(textOf(actor.id));
  }

  private addAlert(severity: string, payload: unknown): void {
    this.alertsBySeverity.add(severity);
    if (isDone(payload, "acknowledged")) this.alerts.acknowledged += 1;
    if (isDone(payload, "resolved")) this.alerts.resolved += 1;
  }

  /** Events without a readable time are in no bucket and do not set the first or last use of a version. */
  private addTime(eventType: string, timestamp: string, payload: unknown): void {
    const bucket = this.calendar.at(timestamp);
    if (!bucket) return;
    bucket.events += 1;
    if (eventType === "INFERENCE") bucket.inferences += 1;
    else if (eventType === "ALERT") bucket.alerts += 1;
    else if (eventType === "HUMAN_REVIEW") bucket.humanReviews += 1;
    if (this.firstAt === null || timestamp < this.firstAt) this.firstAt = timestamp;
    if (this.lastAt === null || timestamp > this.lastAt) this.lastAt = timestamp;
    this.addVersion(memberOf(payload, "modelVersion"), timestamp);
  }

  private addVersion(value: unknown, timestamp: string): void {
    if (typeof value !== "string" && typeof value !== "number") return;
    const text = String(value);
    const version = this.versions.has(text) ? text : nameOf(text, modelVersionLengthMax);
    const known = this.versions.get(version);
    if (known) {
      known.events += 1;
      if (timestamp < known.firstAt) known.firstAt = timestamp;
      if (timestamp > known.lastAt) known.lastAt = timestamp;
    } else if (version !== "" && this.versions.size < modelVersionsMax) {
      this.versions.set(version, { version, events: 1, firstAt: timestamp, lastAt: timestamp });
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Whether an alert states that an action was taken, as a time (`resolvedAt`) or as true (`resolved`). */
function isDone(payload: unknown, what: "acknowledged" | "resolved"): boolean {
  const at = memberOf(payload, `${what}At`);
  return (typeof at === "string" && at !== "") || memberOf(payload, what) === true;
}

/** Counts by name. Known names are always included. Unknown names, which only altered rows have, are limited. */
class NameCounts {
  private readonly counts: Map<string, number>;
  private readonly max: number;

  constructor(vocabulary: readonly string[]) {
    this.counts = new Map(vocabulary.map((name) => [name, 0]));
    this.max = vocabulary.length + unknownNamesMax;
  }

  add(name: string): void {
    const known = this.counts.get(name);
    if (known !== undefined) this.counts.set(name, known + 1);
    else this.addUnknown(name);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  record(): Record<string, number> {
    return Object.fromEntries(this.counts);
  }

  /** `__proto__` is the one text that cannot safely name a member of an object. */
  private addUnknown(name: string): void {
    const text = nameOf(name, 64);
    const shown = text === "" || text === "__proto__" ? "UNREADABLE" : text;
    const counted = this.counts.has(shown) || this.counts.size < this.max ? shown : "FURTHER";
    this.counts.set(counted, this.of(counted) + 1);
  }
}

/** How many different names there are, up to {@link distinctMax}. */
class Distinct {
  private readonly names = new Set<string>();

  get size(): number {
    return this.names.size;
  }

  add(name: string): void {
    if (this.names.size < distinctMax)
      this.names.add(name.length <= 120 ? name : `${detached(name.slice(0, 90))} ${digestOf(name)}`);
  }
}

/** 53 bits of a text (two rounds of multiply and shift), so that long names need no more memory than short ones. */
function digestOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return (b >>> 11) * 2 ** 32 + (a >>> 0);
}

const dayMs = 86_400_000;

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the one form in which events have their times. */
const contractForm = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Counts of a week or month. */
interface BucketCounts {
  events: number;
  inferences: number;
  alerts: number;
  humanReviews: number;
}

/** Counts by weeks that begin on Monday, or by months where the period is longer than two years, in UTC. */
export class Calendar {
  readonly bucket: "week" | "month";
  private readonly counts = new Map<number, BucketCounts>();
  private readonly first: number;
  private readonly last: number;
  private day = "";
  private today: BucketCounts | undefined;

  /** An invalid period has no buckets. */
  constructor(period: { from: string; to: string }) {
    const isPeriod = isPointInTime(period.from) && isPointInTime(period.to) && period.from <= period.to;
    this.bucket = isPeriod && isLongerThanTwoYears(period) ? "month" : "week";
    this.first = isPeriod ? this.indexOf(period.from) : 0;
    this.last = isPeriod ? this.indexOf(period.to) : -1;
  }

  /** The counts of the bucket that contains a time, or undefined for an invalid time. Events are in order of days. */
  at(timestamp: string): BucketCounts | undefined {
    if (this.today && contractForm.test(timestamp) && timestamp.startsWith(this.day)) return this.today;
    if (!isPointInTime(timestamp)) return undefined;
    const index = this.indexOf(timestamp);
    const counts = this.counts.get(index) ?? { events: 0, inferences: 0, alerts: 0, humanReviews: 0 };
    this.counts.set(index, counts);
    this.day = timestamp.slice(0, 10);
    this.today = counts;
    return counts;
  }

  /**
   * The buckets of the period without gaps. If there are too many, empty ones at both ends are dropped, then the
   * earliest.
   */
  buckets(): (BucketCounts & { start: string })[] {
    let { first, last } = this;
    if (last - first >= bucketsMax) {
      const used = [...this.counts.keys()].sort((a, b) => a - b);
      last = used.at(-1) ?? first;
      first = Math.max(used[0] ?? first, last - bucketsMax + 1);
    }
    const buckets: (BucketCounts & { start: string })[] = [];
    for (let index = first; index <= last; index++) {
      const { events = 0, inferences = 0, alerts = 0, humanReviews = 0 } = this.counts.get(index) ?? {};
      buckets.push({ start: this.startOf(index), events, inferences, alerts, humanReviews });
    }
    return buckets;
  }

  /** Weeks since the Monday before the Unix epoch, or months since the year 0. */
  private indexOf(iso: string): number {
    if (this.bucket === "month") return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
    return Math.floor((Date.parse(iso) / dayMs + 3) / 7);
  }

  private startOf(index: number): string {
    if (this.bucket === "week") return new Date((index * 7 - 3) * dayMs).toISOString().slice(0, -14);
    const year = String(Math.floor(index / 12)).padStart(4, "0");
    return `${year}-${String((index % 12) + 1).padStart(2, "0")}-01`;
  }
}

/** Whether a text is a time in the documented format on a day that exists. Engines differ about 30 February. */
function isPointInTime(text: string): boolean {
  if (!contractForm.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/** In calendar years, so that leap years make no difference. */
function isLongerThanTwoYears({ from, to }: { from: string; to: string }): boolean {
  const end = new Date(from);
  end.setUTCFullYear(end.getUTCFullYear() + 2);
  return Date.parse(to) > end.getTime();
}
