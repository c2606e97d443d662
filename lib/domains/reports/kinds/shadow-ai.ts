import type { PeriodEvent } from "@/lib/domains/audit-chain";
import { severities } from "@/lib/domains/audit-chain/enums";
import { shownCell } from "@/lib/domains/reports/enums";
import {
  type Contents,
  count,
  type Division,
  divide,
  figure,
  fill,
  Groups,
  groupTable,
  listTable,
  mean,
  median,
  type Period,
  percent,
  text,
} from "@/lib/domains/reports/kinds/document";
import type { Cell } from "@/lib/domains/reports/schemas";
import { costBases, type ReportedDetection, resolutions } from "@/lib/domains/shadow-ai";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Exceptions that end within this many days are reported as ending. */
const endingDays = 30;

/** Ages of open detections, by the days that they are at most. */
const ages = [
  ["Up to 7 days", 7],
  ["Up to 30 days", 30],
  ["Up to 90 days", 90],
  ["Over 90 days", Number.POSITIVE_INFINITY],
] as const;

/** A step in the life of a detection, from an event of the chain. */
interface Step {
  position: number;
  atMs: number;
  status: string;
  resolution: string | null;
  exceptionExpiresMs: number | null;
  /** Whether people took it. */
  byPeople: boolean;
}

const stepKinds = new Set(["SHADOW_AI_TRIAGE", "SHADOW_AI_DETECTION_REOPENED"]);

/** The state of a detection at a time. */
interface State {
  status: string;
  resolution: string | null;
  exceptionExpiresMs: number | null;
  /** Since when it waits to be decided: its detection, or when it was last opened again. */
  waitingSinceMs: number;
}

/** Follows detections through a period. In memory for steps and groups, not for detections. All steps come first. */
export class ShadowAiCollector {
  private readonly steps = new Map<string, Step[]>();
  private readonly division: Division;
  private readonly fromMs: number;
  private readonly endMs: number;
  private readonly totals = { seen: 0, opened: 0, resolved: 0, dismissed: 0, reopened: 0, open: 0 };
  private readonly sla = { kept: 0, broken: 0, overdue: 0 };
  private readonly firstActionHours: number[] = [];
  private readonly resolutionHours: number[] = [];
  private readonly overTime = new Groups(4);
  private readonly ageing = new Groups(1 + severities.length);
  private readonly byResolution = new Groups(1);
  private readonly bySeverity = new Groups(5);
  private readonly byProvider = new Groups(5);
  private readonly byDepartment = new Groups(5);
  private readonly byBasis = new Groups(2);
  private costCents = 0;
  private readonly exceptions: { endsMs: number | null; row: Cell[] }[] = [];
  private endedExceptions = 0;

  /** `nowMs`: where the period is not over yet, it ends here. `slaDays`: how long detections of a severity may wait. */
  constructor(
    period: Period,
    private readonly slaDays: Readonly<Record<string, number>>,
    nowMs: number,
  ) {
    this.division = divide(period);
    this.fromMs = Date.parse(period.from);
    this.endMs = Math.min(Date.parse(period.to), nowMs);
    fill(this.overTime, this.division.all);
    fill(
      this.ageing,
      ages.map(([name]) => name),
    );
    fill(this.byResolution, resolutions);
    fill(this.bySeverity, severities);
    fill(this.byBasis, costBases);
  }

  /** Takes an event of the chain, in its order by type; one that is no step of a detection is left. */
  takeEvent({ chainPosition, timestamp, payload }: PeriodEvent): void {
    const { kind, detectionId, status, resolution, exceptionExpiresAt } = payload;
    if (!stepKinds.has(String(kind)) || typeof detectionId !== "string" || typeof status !== "string") return;
    const atMs = Date.parse(timestamp);
    if (!(atMs <= this.endMs)) return;
    const known = this.steps.get(detectionId) ?? [];
    known.push({
      position: chainPosition,
      atMs,
      status,
      resolution: typeof resolution === "string" ? resolution : null,
      exceptionExpiresMs: typeof exceptionExpiresAt === "string" ? Date.parse(exceptionExpiresAt) : null,
      byPeople: kind === "SHADOW_AI_TRIAGE",
    });
    this.steps.set(detectionId, known);
  }

  takeDetection(detection: ReportedDetection): void {
    const openedMs = detection.detectedAt.getTime();
    if (openedMs > this.endMs) return;
    const steps = (this.steps.get(detection.id) ?? []).sort((a, b) => a.position - b.position);
    const state: State = { status: "OPEN", resolution: null, exceptionExpiresMs: null, waitingSinceMs: openedMs };
    let isSeen = openedMs >= this.fromMs;
    const groups = this.groupsOf(detection);
    if (isSeen) this.note(openedMs, "opened", groups);
    let hasActed = false;
    for (const step of steps) {
      const isIn = step.atMs >= this.fromMs;
      if (isIn) isSeen = true;
      if (step.byPeople && !hasActed) {
        hasActed = true;
        if (isIn) this.firstActionHours.push(Math.max(0, step.atMs - openedMs) / hourMs);
      }
      this.takeStep(state, step, isIn, detection.severity, groups);
    }
    if (!isClosed(state.status)) isSeen = true;
    if (this.isException(state, detection)) isSeen = true;
    if (!isSeen) return;
    this.totals.seen += 1;
    for (const [table, group] of groups) table.add(group);
    this.byBasis.add(detection.costBasis);
    this.byBasis.add(detection.costBasis, 1, detection.costCents);
    this.costCents += detection.costCents;
    if (!isClosed(state.status)) this.takeOpen(state, detection, groups);
  }

  finish(): Contents {
    const { totals, sla } = this;
    const closed = totals.resolved + totals.dismissed;
    const active = this.exceptions.filter(({ endsMs }) => endsMs === null || endsMs > this.endMs);
    const ending = active.filter(({ endsMs }) => endsMs !== null && endsMs <= this.endMs + endingDays * dayMs);
    const hours = { type: "hours" } as const;
    return {
      figures: [
        figure("detections", "Detections", totals.seen, {
          note: "Open at some time of the period, or under an exception",
        }),
        figure("opened", "Opened", totals.opened),
        figure("resolved", "Resolved", totals.resolved),
        figure("dismissed", "Dismissed", totals.dismissed),
        figure("reopened", "Opened again", totals.reopened),
        figure("open", "Open at the end", totals.open),
        figure("first-action-mean", "Mean time to first action", mean(this.firstActionHours), hours),
        figure("first-action-median", "Median time to first action", median(this.firstActionHours), hours),
        figure("resolution-mean", "Mean time to resolution (MTTR)", mean(this.resolutionHours), hours),
        figure("resolution-median", "Median time to resolution", median(this.resolutionHours), hours),
        figure("sla-kept", "Decided in time", percent(sla.kept, closed), {
          type: "percent",
          note: `${shownCell(sla.kept, "count")} of ${shownCell(closed, "count")} that were decided in the period`,
        }),
        figure("sla-overdue", "Overdue at the end", sla.overdue, {
          note: "Open past the deadline for their severity",
        }),
        figure("cost", "Estimated cost", this.costCents / 100, {
          type: "usd",
          note: "Of the detections above, since their uses were first seen; see what it rests on below",
        }),
        figure("exceptions-active", "Exceptions that stand", active.length, { note: "At the end of the period" }),
        figure("exceptions-ending", "Of those ending soon", ending.length, {
          note: `Within ${endingDays} days after it`,
        }),
        figure("exceptions-ended", "Exceptions that ended", this.endedExceptions, { note: "In the period" }),
      ],
      tables: [
        {
          key: "over-time",
          title: "Over time",
          description: `Detections by the ${this.division.unit} (UTC) on which they were opened, resolved, dismissed and opened again.`,
          columns: [
            this.division.column,
            ...[count("opened", "Opened"), count("resolved", "Resolved")],
            ...[count("dismissed", "Dismissed"), count("reopened", "Opened again")],
          ],
          rows: this.overTime.inOrder().map(([day, sums]) => [day, ...sums]),
          total: this.overTime.size,
          chart: "days",
        },
        this.ageingTable(),
        {
          key: "sla",
          title: "Time to decide",
          description:
            "Decisions of the period by whether they came within the days that the severity may wait; and what is overdue.",
          columns: [text("outcome", "Outcome"), count("detections", "Detections")],
          rows: [
            ["Decided in time", sla.kept],
            ["Decided late", sla.broken],
            ["Open and overdue at the end", sla.overdue],
          ],
          total: 3,
          chart: null,
        },
        groupTable(this.byResolution, {
          ...{ key: "resolutions", title: "Resolutions", chart: "bars" },
          description: "How detections were resolved in the period; one that was opened again may count twice.",
          columns: [text("resolution", "Resolution"), count("detections", "Detections")],
        }),
        ...(
          [
            ["by-severity", "By severity", "Severity", this.bySeverity],
            ["by-provider", "By provider", "Provider", this.byProvider],
            ["by-department", "By department", "Department", this.byDepartment],
          ] as const
        ).map(([key, title, label, groups]) =>
          groupTable(groups, {
            ...{ key, title, chart: "bars" },
            description: `Detections ${title.toLowerCase()}, and their outcomes in the period.`,
            columns: [text(key.slice(3), label), count("detections", "Detections"), ...lifeColumns],
          }),
        ),
        groupTable(this.byBasis, {
          ...{ key: "cost", title: "Estimated cost" },
          description: "Estimated cost since first use, by basis of the estimate, most reliable first.",
          columns: [
            ...[text("basis", "Basis"), count("detections", "Detections")],
            { key: "cost", label: "Cost (US$)", type: "usd" },
          ],
          shown: (sum, measure) => (measure === 1 ? sum / 100 : sum),
        }),
        listTable({
          key: "exceptions",
          title: "Exceptions that stand",
          description: "Uses that were allowed for a time, at the end of the period; the first to end first.",
          columns: [
            ...[text("detection", "Detection"), text("provider", "Provider"), text("department", "Department")],
            { key: "ends", label: "Ends", type: "time" },
          ],
          rows: active
            .sort((a, b) => (a.endsMs ?? Number.MAX_SAFE_INTEGER) - (b.endsMs ?? Number.MAX_SAFE_INTEGER))
            .map(({ row }) => row),
        }),
      ],
    };
  }

  private groupsOf({ severity, provider, department }: ReportedDetection): [Groups, string][] {
    return [
      [this.bySeverity, severity],
      [this.byProvider, provider],
      [this.byDepartment, department ?? "Not known"],
    ];
  }

  private note(atMs: number, what: "opened" | "resolved" | "dismissed" | "reopened", groups: [Groups, string][]): void {
    this.totals[what] += 1;
    const day = this.division.of(new Date(atMs).toISOString());
    this.overTime.add(day, ["opened", "resolved", "dismissed", "reopened"].indexOf(what));
    const measure = ["", "opened", "resolved", "dismissed"].indexOf(what);
    if (measure > 0) for (const [table, group] of groups) table.add(group, measure);
  }

  private takeStep(state: State, step: Step, isIn: boolean, severity: string, groups: [Groups, string][]): void {
    const was = isClosed(state.status);
    const is = isClosed(step.status);
    if (is && !was && isIn) {
      this.note(step.atMs, step.status === "RESOLVED" ? "resolved" : "dismissed", groups);
      if (step.status === "RESOLVED") this.byResolution.add(step.resolution ?? "Not known");
      const waitedMs = Math.max(0, step.atMs - state.waitingSinceMs);
      this.resolutionHours.push(waitedMs / hourMs);
      if (waitedMs <= this.allowedMs(severity)) this.sla.kept += 1;
      else this.sla.broken += 1;
    }
    if (was && !is) {
      state.waitingSinceMs = step.atMs;
      if (isIn) this.note(step.atMs, "reopened", groups);
    }
    state.status = step.status;
    state.resolution = step.resolution;
    state.exceptionExpiresMs = step.exceptionExpiresMs ?? state.exceptionExpiresMs;
  }

  private takeOpen(state: State, { severity }: ReportedDetection, groups: [Groups, string][]): void {
    this.totals.open += 1;
    for (const [table, group] of groups) table.add(group, 4);
    const waitedMs = this.endMs - state.waitingSinceMs;
    const [age] = ages.find(([, days]) => waitedMs <= days * dayMs) ?? ages[3];
    this.ageing.add(age);
    const ofSeverity = severities.findIndex((one) => one === severity);
    if (ofSeverity >= 0) this.ageing.add(age, 1 + ofSeverity);
    if (waitedMs > this.allowedMs(severity)) this.sla.overdue += 1;
  }

  /** Records an exception. True if it is still in force at the end of the period. */
  private isException(state: State, { id, provider, department }: ReportedDetection): boolean {
    const { status, resolution, exceptionExpiresMs: endsMs } = state;
    if (endsMs !== null && endsMs >= this.fromMs && endsMs <= this.endMs) this.endedExceptions += 1;
    if (status !== "RESOLVED" || resolution !== "APPROVED_EXCEPTION") return false;
    const ends = endsMs === null ? null : new Date(endsMs).toISOString();
    this.exceptions.push({ endsMs, row: [id, provider, department ?? "Not known", ends] });
    return endsMs === null || endsMs > this.endMs;
  }

  private allowedMs(severity: string): number {
    return (this.slaDays[severity] ?? Number.POSITIVE_INFINITY) * dayMs;
  }

  private ageingTable() {
    const inOrder = new Map(this.ageing.inOrder());
    return {
      key: "ageing",
      title: "Ageing",
      description: "Detections open at the end of the period, by time awaiting a decision.",
      columns: [text("age", "Waiting"), count("detections", "Detections"), ...severities.map((one) => count(one, one))],
      rows: ages.map(([name]) => [name, ...(inOrder.get(name) ?? [])]),
      total: ages.length,
      chart: "bars" as const,
    };
  }
}

const lifeColumns = [
  ...[count("opened", "Opened"), count("resolved", "Resolved")],
  ...[count("dismissed", "Dismissed"), count("open", "Open at the end")],
];

function isClosed(status: string): boolean {
  return status === "RESOLVED" || status === "DISMISSED";
}
