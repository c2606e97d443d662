import { Fragment, type ReactElement } from "react";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { reviewKinds } from "@/lib/domains/evidence/enums";
import { barList, bucketsABar, eventsChart } from "@/lib/domains/evidence/pdf/charts";
import { type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import {
  count,
  counted,
  enumerate,
  severityLabel,
  share,
  shortDate,
  shortMonth,
} from "@/lib/domains/evidence/pdf/labels";
import {
  kindLabels,
  overrideSentence,
  oversightBlocks,
  reviewedSentence,
} from "@/lib/domains/evidence/pdf/parts/oversight";
import { At } from "@/lib/platform/pdf/elements/drawing";
import { paragraph, stack, subheading } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import type { Tag } from "@/lib/platform/pdf/structure";
import { frame, space, type } from "@/lib/platform/pdf/theme";

const columnGap = 28;

/** Counts of the period: events over time, alerts, and human oversight. */
export function activity(input: PartInput): Part {
  return part(input, "activity", "Activity", [
    { ...figures(input), gap: 0 },
    ...eventsPart(input),
    pair(input),
    ...oversightBlocks(input),
  ]);
}

/** The six counts, in large figures. */
function figures({ set, report: { summary: counts } }: PartInput): Block {
  const given = [
    ["Events", counts.totalEvents],
    ["Inferences", counts.inferences],
    ["Changes", counts.configChanges],
    ["Deployments", counts.deployments],
    ["Human reviews", counts.humanReviews],
    ["Alerts", counts.alerts],
  ] as const;
  const width = frame.width / given.length;
  const cells = given.map(([name, number], index) => ({
    left: index * width,
    cell: stack([
      { text: set.set(count(number), fitting(count(number)), width - 6, 1) },
      { text: set.set(name.toUpperCase(), type.label, width - 4, 1), gap: 1 },
    ]),
  }));
  return {
    height: Math.max(...cells.map(({ cell }) => cell.height)),
    gap: space.large + 2,
    draw: () => (
      <>
        {cells.map(({ left, cell }) => (
          <Fragment key={left}>{cell.draw(left)}</Fragment>
        ))}
      </>
    ),
  };
}

/** A figure of many digits is set smaller, so that it is never cut. */
function fitting(figure: string) {
  if (figure.length <= 6) return type.figure;
  return { ...type.figure, size: figure.length <= 9 ? 14 : 10 };
}

function eventsPart({ set, report }: PartInput): Block[] {
  const { buckets } = report.statistics;
  const title = subheading(set, `Events by ${report.statistics.bucket}`);
  const words = paragraph(set, eventsSentence(report), { style: type.small, width: frame.width, gap: 1 });
  if (report.summary.totalEvents === 0 || buckets.length === 0) return [title, ...words];
  return [title, ...words, { ...eventsChart(set, report.statistics, 62), gap: space.large }];
}

/** Alerts and oversight, side by side. */
function pair({ set, report }: PartInput): Block {
  const width = (frame.width - columnGap) / 2;
  const { alerts, oversight } = report.statistics;
  const severities = Object.entries(alerts.bySeverity).reverse();
  const left = column(width, titled(set, "Alerts by severity", alertSentence(report), width), () =>
    report.summary.alerts === 0
      ? undefined
      : barList(
          set,
          { labels: "Severity", values: "Number of alerts" },
          severities.map(([severity, value]) => ({ label: severityLabel(severity), value })),
          width,
        ),
  );
  const right = column(width, titled(set, "Human oversight", oversightSentence(report), width), () =>
    oversight.reviews === 0
      ? undefined
      : barList(
          set,
          { labels: "Kind", values: "Number of reviews" },
          [
            ...reviewKinds.map((kind) => ({
              label: kindLabels[kind].title,
              value: oversight.kinds?.[kind].reviews ?? 0,
            })),
          ],
          width,
        ),
  );
  return {
    height: Math.max(left.height, right.height),
    gap: space.large,
    draw: () => (
      <>
        {left.draw(0)}
        {right.draw(width + columnGap)}
      </>
    ),
  };
}

function titled(set: PartInput["set"], title: string, words: string, width: number) {
  return stack([
    { text: set.set(title, type.subheading, width, 1), tag: { type: "H", level: 4 } },
    { text: set.set(words, type.small, width, 7), gap: 1 },
  ]);
}

interface Drawing {
  height: number;
  tag: Tag;
  draw(): ReactElement;
}

function column(width: number, words: ReturnType<typeof stack>, chartOf: () => Drawing | undefined) {
  const chart = chartOf();
  const top = words.height + space.medium;
  return {
    height: chart ? top + chart.height : words.height,
    draw: (left: number) => (
      <>
        {words.draw(left, 0)}
        {chart && (
          <At left={left} top={top} width={width} height={chart.height} tag={chart.tag}>
            {chart.draw()}
          </At>
        )}
      </>
    ),
  };
}

function eventsSentence({ statistics, summary }: EvidenceReport): string {
  const { buckets, bucket, firstAt, lastAt, actors } = statistics;
  if (summary.totalEvents === 0 || !firstAt || !lastAt)
    return "The model has no events in this period, so no chart is shown.";
  if (summary.totalEvents === 1) return `The only event in the period took place on ${shortDate(firstAt)}.`;
  const highest = buckets.reduce((most, one) => (one.events > most.events ? one : most), { start: firstAt, events: 0 });
  const empty = buckets.filter(({ events }) => events === 0).length;
  const late = summary.recordedLate
    ? ` ${counted(summary.recordedLate, "event")} ${summary.recordedLate === 1 ? "was" : "were"} recorded more than 24 hours late.`
    : "";
  const gaps = empty === 0 ? "" : ` ${counted(empty, bucket)} had no events.`;
  const together = bucketsABar(buckets.length);
  const bars = together === 1 ? "" : ` Each bar covers ${count(together)} ${bucket}s.`;
  const alerts = buckets.some((one) => one.alerts > 0)
    ? ` A triangle marks each ${together === 1 ? bucket : "bar"} with alerts.`
    : "";
  const [first, last] = [shortDate(firstAt), shortDate(lastAt)];
  const dates = first === last ? first : `between ${first} and ${last}`;
  const peak = bucket === "month" ? shortMonth(highest.start) : `starting on ${shortDate(highest.start)}`;
  const most =
    highest.events === 1 || highest.events === summary.totalEvents
      ? ""
      : ` The busiest ${bucket}, ${peak}, had ${counted(highest.events, "event")}.`;
  return `The period contains ${counted(summary.totalEvents, "event")} from ${counted(actors, "actor")}. The events are dated ${dates}.${most}${gaps}${bars}${alerts}${late} All times are as stated by the senders.`;
}

function alertSentence({ statistics: { alerts }, summary }: EvidenceReport): string {
  const total = summary.alerts;
  if (total === 0) return "No alerts were recorded in the period.";
  const grave = ["CRITICAL", "HIGH"].flatMap((severity) => {
    const number = alerts.bySeverity[severity] ?? 0;
    return number === 0 ? [] : [`${count(number)} ${severity.toLowerCase()}`];
  });
  const first = grave.length === 0 ? "none critical or high" : enumerate(grave);
  const of = (number: number) => `${count(number)} of ${count(total)} alerts (${share(number, total)})`;
  return `The period contains ${counted(total, "alert")} (${first}). ${of(alerts.acknowledged)} ${alerts.acknowledged === 1 ? "is" : "are"} recorded as acknowledged, and ${of(alerts.resolved)} as resolved.`;
}

function oversightSentence({ statistics: { oversight }, summary }: EvidenceReport): string {
  const { reviews, reviewers, inferencesReviewed } = oversight;
  const ofInferences = summary.inferences === 0 ? "" : ` ${reviewedSentence(inferencesReviewed, summary.inferences)}`;
  if (reviews === 0) return `No human reviews were recorded in the period.${ofInferences}`;
  return `The period contains ${counted(reviews, "review")} by ${counted(reviewers, "reviewer")}. ${overrideSentence(oversight)}${ofInferences}`;
}
