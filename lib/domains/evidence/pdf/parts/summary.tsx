import type { Incident, MeasuredMetric } from "@/lib/domains/evidence/collect/highlights";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { coverageBar } from "@/lib/domains/evidence/pdf/charts";
import {
  divisionHeading,
  isWithoutEvents,
  type PartInput,
  part,
  referencesText,
  referenceTo,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, enumerate, sentenceCase, severityLabel, tableTime } from "@/lib/domains/evidence/pdf/labels";
import { adverseFindings, integrityIn } from "@/lib/domains/evidence/pdf/parts/cover";
import type { RequirementCoverage } from "@/lib/domains/evidence/schemas-bundle";
import { coverageSentence, documentSentence, isValidOn } from "@/lib/domains/evidence/schemas-coverage";
import { type Column, table } from "@/lib/platform/pdf/elements/table";
import { paragraph } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import { frame, type } from "@/lib/platform/pdf/theme";

/** The contents of a package that require a decision. It starts on page 2, and states for each empty group that it is empty. */
export function summary(input: PartInput): Part {
  const { set, report } = input;
  return part(
    input,
    "summary",
    "Summary",
    [
      ...paragraph(set, statusSentences(report), { width: frame.width, gap: 0 }),
      { ...coverageBar(set, report.framework.coverage), gap: 12 },
      ...group(input, "adverse", "Adverse findings", adverseRows(report)),
      ...group(input, "incidents", "Serious incidents", incidentRows(report)),
      ...group(input, "rollbacks", "Rollbacks", rollbackRows(report)),
      ...group(input, "metrics", "Metrics against thresholds", metricRows(report)),
      ...group(input, "gaps", "Gaps by owner", gapRows(report)),
    ],
    { startsPage: true },
  );
}

interface Group {
  /** Shown instead of the table if it has no rows. */
  none: string;
  /** Shown above the table. */
  note?: string | undefined;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
}

function group({ set }: PartInput, id: string, title: string, { none, note, columns, rows }: Group): Block[] {
  const head = { ...divisionHeading(set, "summary", id, title, false), gap: 14 };
  const words = rows.length === 0 ? none : note;
  const above = words
    ? paragraph(set, words, { style: type.small, width: frame.width, gap: 1, keepWithNext: rows.length > 0 })
    : [];
  if (rows.length === 0) return [head, ...above];
  const [first, ...others] = table(set, columns, rows);
  return [head, ...above, ...(first ? [{ ...first, gap: 5 }] : []), ...others];
}

function statusSentences(report: EvidenceReport): string {
  const { framework, summary: counts, highlights } = report;
  const { incidents, rollbacks, metrics } = highlights;
  const missed = metrics.filter(({ isMissed }) => isMissed).length;
  const late = counts.recordedLate ?? 0;
  const sentences = [
    `${coverageSentence(framework, framework.shortName)}. ${documentSentence(framework)}`,
    chainSentence(report),
    counts.totalEvents === 0
      ? "The model has no events in the period."
      : `The model has ${counted(counts.totalEvents, "event")} in the period${late === 0 ? "" : `, ${late < counts.totalEvents ? `${count(late)} of them ` : late > 1 ? "all " : ""}recorded more than 24 hours late`}.`,
    ...(counts.totalEvents === 0
      ? []
      : [
          adverseSentence(report),
          `${sentenceCase(counted(incidents.total, "serious incident"))} ${incidents.total === 1 ? "is" : "are"} recorded${reportedText(incidents)}.`,
          `${sentenceCase(counted(rollbacks.total, "rollback"))} ${rollbacks.total === 1 ? "is" : "are"} recorded.`,
          ...(missed === 0
            ? []
            : [
                `${sentenceCase(counted(missed, "metric"))} missed ${missed === 1 ? "its threshold in the latest measurement" : "their thresholds in the latest measurements"}.`,
              ]),
        ]),
  ];
  return sentences.join(" ");
}

/** Controls and clauses are named; of a point and its sub-points, only the point. */
function adverseSentence({ framework: { requirements, countedAs } }: EvidenceReport): string {
  const adverse = requirements.filter(({ status }) => status === "ADVERSE");
  const named = (isCounted: boolean, one: string) => {
    const ids = adverse
      .filter(({ id, counted: is }) => is === isCounted && !adverse.some((other) => id.startsWith(`${other.id}(`)))
      .map(({ id }) => id);
    return ids.length === 0 ? [] : [`${counted(ids.length, one)} (${enumerate(ids)})`];
  };
  const found = [...named(true, countedAs.replace(/s$/, "")), ...named(false, "clause")];
  return found.length === 0
    ? "No requirement has adverse evidence."
    : `Adverse evidence exists for ${enumerate(found)}.`;
}

function reportedText({ total, silent }: { total: number; silent: number }): string {
  if (total === 0) return "";
  const report = "a recorded report to an authority";
  if (silent === 0) return total === 1 ? `, with ${report}` : `, all with ${report}`;
  return total === 1 ? `, without ${report}` : `, ${count(silent)} of them without ${report}`;
}

function chainSentence(report: EvidenceReport): string {
  const { status, sentence } = integrityIn(report);
  if (status === "INTACT") return "The verified part of the chain is intact.";
  if (status === "NOT_VERIFIED") return sentence;
  return "The stored chain is not intact. Do not rely on this package until the cause has been identified.";
}

function adverseRows(report: EvidenceReport): Group {
  return {
    none: "There is no adverse evidence for the requirements in the requested sections.",
    columns: [
      { title: "Finding", width: 236, style: type.smallStrong },
      { title: "Events" },
      { title: "Requirements", width: 96 },
    ],
    rows: adverseFindings(report.framework).map(({ kind, label, events, against }) => [
      sentenceCase(label),
      referencesText(report, kind, events),
      enumerate(against),
    ]),
  };
}

function incidentRows({ highlights: { incidents } }: EvidenceReport): Group {
  const { rows, total } = incidents;
  const shown =
    rows.length < total
      ? ` ${count(rows.length)} of ${count(total)} are shown: those without a recorded report to an authority first, then the newest.`
      : "";
  return {
    none: "No serious incidents were recorded in the period.",
    note: `\u201cNo report recorded\u201d and \u201cNo resolution recorded\u201d refer to the event only. A report or resolution may exist elsewhere.${shown}`,
    columns: [
      { title: "Event", width: 84, style: type.smallStrong },
      { title: "Time (UTC)", width: 92 },
      { title: "Incident" },
      { title: "Report to an authority", width: 122 },
      { title: "Resolved", width: 76 },
    ],
    rows: rows.map((incident) => [
      referenceTo(incident),
      tableTime(incident.timestamp),
      [severityLabel(incident.severity), incident.subject].filter(Boolean).join(", "),
      reportText(incident),
      incident.resolved === null ? "No resolution recorded" : timeText(incident.resolved),
    ]),
  };
}

/** Informing users is not a report to an authority. */
function reportText({ authorityNotified, communicated }: Incident): string {
  const report = authorityNotified === null ? "No report recorded" : `Authority: ${timeText(authorityNotified)}`;
  return communicated === null ? report : `${report}; users informed: ${timeText(communicated)}`;
}

/** A stated time in the form of the tables; other statements as they are. */
function timeText(value: string): string {
  return value === "yes" ? "yes (time not stated)" : tableTime(value);
}

function rollbackRows({ highlights: { rollbacks } }: EvidenceReport): Group {
  const { rows, total } = rollbacks;
  return {
    none: "No rollbacks were recorded in the period.",
    note: rows.length < total ? `The newest ${count(rows.length)} of ${count(total)} are shown.` : undefined,
    columns: [
      { title: "Event", width: 84, style: type.smallStrong },
      { title: "Time (UTC)", width: 92 },
      { title: "Rollback" },
    ],
    rows: rows.map((row) => [referenceTo(row), tableTime(row.timestamp), row.detail]),
  };
}

function metricRows({ highlights: { metrics } }: EvidenceReport): Group {
  return {
    none: "No test, validation or alert in the period records a metric with a threshold.",
    note: "The table shows the latest measurement of each metric with a threshold in tests, validations and alerts. Metrics without a threshold are not listed.",
    columns: [
      { title: "Metric", style: type.smallStrong },
      { title: "Value", width: 56, align: "right" },
      { title: "Threshold", width: 90 },
      { title: "Result", width: 70, style: type.smallStrong },
      { title: "Missed", width: 56 },
      { title: "Event", width: 84 },
    ],
    rows: metrics.map((metric) => [
      metric.name,
      String(metric.value),
      limitText(metric),
      resultText(metric),
      `${count(metric.missed)} of ${count(metric.measurements)}`,
      referenceTo(metric),
    ]),
  };
}

function limitText({ limit: { min, max, stated } }: MeasuredMetric): string {
  const parts = [min === undefined ? "" : `at least ${min}`, max === undefined ? "" : `at most ${max}`];
  return parts.filter(Boolean).join(", ") || `${stated} (minimum or maximum not stated)`;
}

function resultText({ isMissed, limit: { min, max } }: MeasuredMetric): string {
  if (isMissed) return "\u25b2 Missed";
  return min === undefined && max === undefined ? "Not assessed" : "\u25cf Met";
}

/** Documents by the party that needs to supply them, then requirements without events. The short form has their table. */
function gapRows(report: EvidenceReport): Group {
  const { framework, package: pack } = report;
  const isShort = isWithoutEvents(report);
  const nameOf = ({ id, title }: RequirementCoverage) => (isShort ? id : `${id} ${title}`);
  const open = framework.requirements.filter(
    ({ id, status }) =>
      !["EVIDENCED", "SUPPLIED", "OUT_OF_SCOPE"].includes(status) &&
      // For a point with sub-points, only the sub-points.
      !framework.requirements.some((other) => other.id.startsWith(`${id}(`)),
  );
  const lastDay = pack.dateRange.to.slice(0, 10);
  const valid = (framework.documents ?? []).filter((document) => isValidOn(lastDay, document));
  const supplied = new Set(valid.map((document) => document.requirement));
  const owners = new Map<string, string[]>();
  for (const requirement of open) {
    if (supplied.has(requirement.id)) continue;
    const [owner, supply] = requirement.document?.split(" needs to supply ") ?? [];
    if (owner === undefined || supply === undefined) continue;
    owners.set(owner, [...(owners.get(owner) ?? []), nameOf(requirement)]);
  }
  const silent = open.filter(({ status }) => status === "NO_EVENTS_IN_PERIOD").map(nameOf);
  const listed = (names: readonly string[]) => `${names.join(isShort ? ", " : "; ")}.`;
  const rows = [...owners].map(([owner, needs]) => [owner, "Documents", listed(needs)]);
  if (silent.length > 0) rows.push([`Senders of events for ${pack.model.name}`, "Events", listed(silent)]);
  return {
    none: "This package identifies no gaps. Supplied documents were not assessed for content or completeness.",
    note: "Each document is described in the part \u201cRequirements\u201d.",
    columns: [
      { title: "Owner", width: 110, style: type.smallStrong, maxLines: 4 },
      { title: "To supply", width: 62 },
      { title: "Requirements" },
    ],
    rows,
  };
}
