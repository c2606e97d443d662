import { type PeriodEvent, sealedRecordsMember } from "@/lib/domains/audit-chain";
import { severities } from "@/lib/domains/audit-chain/enums";
import { shownCell } from "@/lib/domains/reports/enums";
import {
  type Contents,
  code,
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
  rate,
  text,
} from "@/lib/domains/reports/kinds/document";
import type { Cell, Figure } from "@/lib/domains/reports/schemas";
import { costBases, type ReportedDetection, resolutions } from "@/lib/domains/shadow-ai";
import { labelOf } from "@/lib/platform/client/format";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Exceptions that end within this many days are reported as ending. */
const endingDays = 30;

/** Ages of open detections, by their maximum in days. */
const ages = [
  ["Up to 7 days", 7],
  ["8 to 30 days", 30],
  ["31 to 90 days", 90],
  ["Over 90 days", Number.POSITIVE_INFINITY],
] as const;

/** A step in the life of a detection, from an event of the chain. */
interface Step {
  position: number;
  atMs: number;
  status: string;
  resolution: string | null;
  exceptionExpiresMs: number | null;
  /** Whether a person acted on the detection. A snooze only postpones the action. */
  isAction: boolean;
  /** Whether it undoes the previous step. */
  isUndo: boolean;
}

const stepKinds = new Set(["SHADOW_AI_TRIAGE", "SHADOW_AI_DETECTION_REOPENED"]);

/** The state of a detection at a time. */
interface State extends Pick<Step, "status" | "resolution" | "exceptionExpiresMs"> {
  /** When it was opened or last reopened. */
  waitingSinceMs: number;
  /** When it was resolved or dismissed; null while it is open. */
  closedMs: number | null;
  reopenedMs: readonly number[];
  endedExceptionsMs: readonly number[];
}

const measures = ["opened", "resolved", "dismissed", "reopened"] as const;

/** Follows detections through a period. Memory grows with steps and groups only. Requires all steps first. */
export class ShadowAiCollector {
  private readonly steps = new Map<string, Step[]>();
  private readonly division: Division;
  private readonly fromMs: number;
  private readonly endMs: number;
  private readonly totals = { seen: 0, opened: 0, resolved: 0, dismissed: 0, reopened: 0, open: 0 };
  private readonly sla = { kept: 0, broken: 0, overdue: 0 };
  private readonly firstActionHours: number[] = [];
  private readonly resolutionHours: number[] = [];
  private readonly overTime = new Groups(measures.length);
  private readonly ageing = new Groups(1 + severities.length);
  private readonly byResolution = new Groups(1);
  private readonly bySeverity = new Groups(5);
  private readonly byProvider = new Groups(5);
  private readonly byDepartment = new Groups(5);
  private readonly byBasis = new Groups(2);
  private readonly exceptions: { endsMs: number | null; row: Cell[] }[] = [];
  private endedExceptions = 0;

  /** `untilMs`: the end of the data of an unfinished period. `slaDays`: days allowed for a decision, by severity. */
  constructor(
    period: Period,
    private readonly slaDays: Readonly<Record<string, number>>,
    untilMs: number,
  ) {
    this.division = divide(period, "week");
    this.fromMs = Date.parse(period.from);
    this.endMs = Math.min(Date.parse(period.to), untilMs);
    fill(this.overTime, this.division.all);
    fill(
      this.ageing,
      ages.map(([name]) => name),
    );
    fill(this.byResolution, resolutions);
    fill(this.bySeverity, severities);
  }

  /** Adds events of the chain. Ignores events that the service did not record as a step of a detection. */
  takeEvent({ chainPosition, timestamp, payload }: PeriodEvent): void {
    const { kind, detectionId, status, resolution, exceptionExpiresAt } = payload;
    if (!stepKinds.has(String(kind)) || typeof detectionId !== "string" || typeof status !== "string") return;
    // Callers of the API cannot record it.
    if (!Object.hasOwn(payload, sealedRecordsMember)) return;
    const atMs = Date.parse(timestamp);
    if (!(atMs <= this.endMs)) return;
    const known = this.steps.get(detectionId) ?? [];
    known.push({
      position: chainPosition,
      atMs,
      status,
      resolution: typeof resolution === "string" ? resolution : null,
      exceptionExpiresMs: typeof exceptionExpiresAt === "string" ? Date.parse(exceptionExpiresAt) : null,
      isAction: kind === "SHADOW_AI_TRIAGE" && !isSnoozeOnly(payload),
      isUndo: payload["undo"] === true,
    });
    this.steps.set(detectionId, known);
  }

  takeDetection(detection: ReportedDetection): void {
    const openedMs = detection.detectedAt.getTime();
    if (openedMs > this.endMs) return;
    const steps = (this.steps.get(detection.id) ?? []).sort((a, b) => a.position - b.position);
    const state = this.stateAtEnd(detection, steps);
    const isIn = (ms: number | null) => ms !== null && ms >= this.fromMs && ms <= this.endMs;
    const ended = endedExceptions(state, this.endMs).filter(isIn).length;
    this.endedExceptions += ended;
    const isInForce = isException(state) && (state.exceptionExpiresMs ?? Number.POSITIVE_INFINITY) > this.endMs;
    const isSeen = isIn(openedMs) || isIn(state.closedMs) || steps.some(({ atMs }) => isIn(atMs));
    if (!isSeen && state.closedMs !== null && !isInForce && ended === 0) return;

    const groups = this.groupsOf(detection);
    this.totals.seen += 1;
    for (const [table, group] of groups) table.add(group);
    this.byBasis.add(detection.costBasis);
    this.byBasis.add(detection.costBasis, 1, detection.costCents);
    if (isIn(openedMs)) this.note(openedMs, "opened", groups);
    for (const atMs of state.reopenedMs.filter(isIn)) this.note(atMs, "reopened", groups);
    const first = steps.find(({ isAction }) => isAction);
    if (first && isIn(first.atMs)) this.firstActionHours.push(Math.max(0, first.atMs - openedMs) / hourMs);
    if (state.closedMs === null) this.takeOpen(state, detection, groups);
    else if (isIn(state.closedMs)) this.takeDecision(state, state.closedMs, detection, groups);
    if (isInForce) this.takeException(state, detection);
  }

  finish(): Contents {
    const { totals, sla, exceptions } = this;
    const decided = totals.resolved + totals.dismissed;
    const ending = exceptions.filter(({ endsMs }) => endsMs !== null && endsMs <= this.endMs + endingDays * dayMs);
    return {
      isEmpty: totals.seen === 0,
      verification: "NOT_VERIFIED",
      figures: [
        figure("detections", "Detections", totals.seen, {
          note: "Detections that were opened, changed or covered by an active exception in the period, or were open at its end",
        }),
        figure("opened", "Opened", totals.opened),
        figure("resolved", "Resolved", totals.resolved),
        figure("dismissed", "Dismissed", totals.dismissed),
        figure("reopened", "Reopened", totals.reopened),
        figure("open", "Open at end of period", totals.open),
        ...durations("first-action", "time to first action", this.firstActionHours, "first actions in the period"),
        ...durations("resolution", "time to resolution", this.resolutionHours, "decisions in the period"),
        rate("sla-kept", "Decided on time", [sla.kept, decided], "decisions in the period"),
        figure("sla-overdue", "Overdue at end of period", sla.overdue, {
          note: "Open detections whose due date has passed",
        }),
        this.cost(),
        figure("exceptions-active", "Active exceptions", exceptions.length, {
          note: "Exceptions active at the end of the period",
        }),
        figure("exceptions-ending", "Exceptions ending soon", ending.length, {
          note: `Active exceptions that end in the ${endingDays} days after the period`,
        }),
        figure("exceptions-ended", "Ended exceptions", this.endedExceptions),
      ],
      tables: [
        {
          key: "over-time",
          title: "Opened and resolved",
          description: `The number of detections that were opened, resolved, dismissed and reopened in each ${this.division.unit} of the period (UTC${this.division.unit === "week" ? ", weeks starting on Monday" : ""}).`,
          columns: [
            this.division.column,
            ...[count("opened", "Opened"), count("resolved", "Resolved")],
            ...[count("dismissed", "Dismissed"), count("reopened", "Reopened")],
          ],
          rows: this.overTime.inOrder().map(([start, sums]) => [start, ...sums]),
          total: this.overTime.size,
          chart: "days",
        },
        this.ageingTable(),
        {
          key: "sla",
          title: "Decisions and due dates",
          description:
            "The number of decisions made on time and the number made late in the period, and the number of detections that were open and overdue at the end of the period. Due dates are based on the current time limit for each severity.",
          columns: [text("outcome", "Outcome"), count("detections", "Detections")],
          rows: [
            ["Decided on time", sla.kept],
            ["Decided late", sla.broken],
            ["Open and overdue at end of period", sla.overdue],
          ],
          total: 3,
          chart: null,
        },
        groupTable(this.byResolution, {
          ...{ key: "resolutions", title: "Resolutions", chart: "bars" },
          description: "The number of detections resolved in the period, by resolution.",
          columns: [code("resolution", "Resolution"), count("detections", "Detections")],
        }),
        ...(
          [
            ["by-severity", "By severity", code("severity", "Severity"), this.bySeverity],
            ["by-provider", "By provider", text("provider", "Provider"), this.byProvider],
            ["by-department", "By department", text("department", "Department"), this.byDepartment],
          ] as const
        ).map(([key, title, column, groups]) =>
          groupTable(groups, {
            ...{ key, title, chart: "bars" },
            description: `The number of detections ${title.toLowerCase()}, and their outcomes in the period.`,
            columns: [column, count("detections", "Detections"), ...lifeColumns],
          }),
        ),
        this.costTable(),
        listTable({
          key: "exceptions",
          title: "Active exceptions",
          description: "The temporary exceptions that are active at the end of the period, sorted by end date.",
          columns: [
            ...[text("detection", "Detection"), text("provider", "Provider"), text("department", "Department")],
            { key: "ends", label: "Ends", type: "time" },
          ],
          rows: exceptions
            .sort((a, b) => (a.endsMs ?? Number.MAX_SAFE_INTEGER) - (b.endsMs ?? Number.MAX_SAFE_INTEGER))
            .map(({ row }) => row),
        }),
      ],
    };
  }

  /**
   * The state at the end of the period. The record has it if the detection has been closed since then, because reopening
   * clears the time; otherwise it follows from the steps.
   */
  private stateAtEnd(detection: ReportedDetection, steps: Step[]): State {
    const { status, resolution, detectedAt, reopenedAt, closedAt, exceptionExpiresAt } = detection;
    let state: State = {
      ...{ status: "OPEN", resolution: null, exceptionExpiresMs: null, closedMs: null },
      ...{ waitingSinceMs: detectedAt.getTime(), reopenedMs: [], endedExceptionsMs: [] },
    };
    let before = state;
    for (const step of steps) [before, state] = [state, step.isUndo ? before : stateAfter(state, step)];
    if (closedAt === null || closedAt.getTime() > this.endMs) return state;
    return {
      ...state,
      ...{ status, resolution, exceptionExpiresMs: exceptionExpiresAt?.getTime() ?? null },
      ...{ waitingSinceMs: (reopenedAt ?? detectedAt).getTime(), closedMs: closedAt.getTime() },
    };
  }

  private groupsOf({ severity, provider, department }: ReportedDetection): [Groups, string][] {
    return [
      [this.bySeverity, severity],
      [this.byProvider, provider],
      [this.byDepartment, department ?? "Unknown"],
    ];
  }

  private note(atMs: number, what: (typeof measures)[number], groups: [Groups, string][]): void {
    this.totals[what] += 1;
    const at = measures.indexOf(what);
    this.overTime.add(this.division.of(new Date(atMs).toISOString()), at);
    if (what !== "reopened") for (const [table, group] of groups) table.add(group, 1 + at);
  }

  private takeDecision(state: State, closedMs: number, { severity }: ReportedDetection, groups: [Groups, string][]) {
    const isResolved = state.status === "RESOLVED";
    this.note(closedMs, isResolved ? "resolved" : "dismissed", groups);
    if (isResolved) this.byResolution.add(state.resolution ?? "Unknown");
    const waitedMs = Math.max(0, closedMs - state.waitingSinceMs);
    this.resolutionHours.push(waitedMs / hourMs);
    this.sla[waitedMs <= this.allowedMs(severity) ? "kept" : "broken"] += 1;
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

  private takeException({ exceptionExpiresMs: endsMs }: State, { id, provider, department }: ReportedDetection): void {
    const ends = endsMs === null ? null : new Date(endsMs).toISOString();
    this.exceptions.push({ endsMs, row: [id, provider, department ?? "Unknown", ends] });
  }

  private allowedMs(severity: string): number {
    return (this.slaDays[severity] ?? Number.POSITIVE_INFINITY) * dayMs;
  }

  /** Detections and cost by basis, most reliable first. */
  private costs() {
    const sums = new Map(this.byBasis.inOrder());
    return costBases.map((basis) => {
      const [detections = 0, cents = 0] = sums.get(basis) ?? [];
      return { basis, detections, cents, isEstimated: basis !== "UNKNOWN" && detections > 0 };
    });
  }

  private cost(): Figure {
    const { seen } = this.totals;
    const estimates = this.costs().filter(({ isEstimated }) => isEstimated);
    const estimated = estimates.reduce((sum, { detections }) => sum + detections, 0);
    const cents = estimates.reduce((sum, one) => sum + one.cents, 0);
    const note =
      seen === 0
        ? "No detections"
        : `Based on ${shownCell(estimated, "count")} of ${shownCell(seen, "count")} detections, from first use until the report was generated`;
    return figure("cost", "Estimated cost", estimated === 0 ? null : cents / 100, { type: "usd", note });
  }

  private costTable() {
    const rows = this.costs()
      .filter(({ detections }) => detections > 0)
      .map(({ basis, detections, cents, isEstimated }) => [basis, detections, isEstimated ? cents / 100 : null]);
    return {
      key: "cost",
      title: "Estimated cost",
      description:
        "The estimated cost from first use until the report was generated, by basis of the estimate. The most reliable basis is listed first. Detections with an unknown basis have no estimate.",
      columns: [
        ...[code("basis", "Basis"), count("detections", "Detections")],
        { key: "cost", label: "Cost (US$)", type: "usd" as const },
      ],
      rows,
      total: rows.length,
      chart: null,
    };
  }

  private ageingTable() {
    const inOrder = new Map(this.ageing.inOrder());
    return {
      key: "ageing",
      title: "Ageing",
      description:
        "The number of detections that are open at the end of the period, by the time since they were opened or reopened.",
      columns: [
        text("age", "Age"),
        count("detections", "Detections"),
        ...severities.map((one) => count(one, labelOf(one))),
      ],
      rows: ages.map(([name]) => [name, ...(inOrder.get(name) ?? [])]),
      total: ages.length,
      chart: "bars" as const,
    };
  }
}

const lifeColumns = [
  ...[count("opened", "Opened"), count("resolved", "Resolved")],
  ...[count("dismissed", "Dismissed"), count("open", "Open at end of period")],
];

/** Mean and median of hours, with the number of values in the note. */
function durations(key: string, label: string, hours: readonly number[], of: string): Figure[] {
  const options = {
    type: "hours",
    note: hours.length === 0 ? `No ${of}` : `${shownCell(hours.length, "count")} ${of}`,
  } as const;
  return [
    figure(`${key}-mean`, `Mean ${label}`, mean(hours), options),
    figure(`${key}-median`, `Median ${label}`, median(hours), options),
  ];
}

/** Whether a step changed the snooze and nothing else. */
function isSnoozeOnly({ from, status, assigneeChanged, notesChanged, snoozeChanged }: PeriodEvent["payload"]): boolean {
  return snoozeChanged === true && from === status && assigneeChanged !== true && notesChanged !== true;
}

function stateAfter(state: State, { atMs, status, resolution, exceptionExpiresMs }: Step): State {
  const after = { ...state, status, resolution, exceptionExpiresMs };
  if (isException(state) && !isException(after)) after.endedExceptionsMs = endedExceptions(state, atMs, atMs);
  if (isClosed(status)) return { ...after, closedMs: state.closedMs ?? atMs };
  if (state.closedMs === null) return after;
  return { ...after, closedMs: null, waitingSinceMs: atMs, reopenedMs: [...state.reopenedMs, atMs] };
}

/** When exceptions ended up to a time: by their date, or `revokedMs`. */
function endedExceptions(state: State, untilMs: number, revokedMs = Number.POSITIVE_INFINITY): readonly number[] {
  const endsMs = Math.min(state.exceptionExpiresMs ?? Number.POSITIVE_INFINITY, revokedMs);
  return isException(state) && endsMs <= untilMs ? [...state.endedExceptionsMs, endsMs] : state.endedExceptionsMs;
}

function isException({ status, resolution }: Pick<State, "status" | "resolution">): boolean {
  return status === "RESOLVED" && resolution === "APPROVED_EXCEPTION";
}

function isClosed(status: string): boolean {
  return status === "RESOLVED" || status === "DISMISSED";
}
