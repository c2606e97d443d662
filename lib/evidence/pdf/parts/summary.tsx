import { Fragment, type ReactElement } from "react";
import { barList } from "@/lib/evidence/pdf/charts/bar-list";
import { coverageBar } from "@/lib/evidence/pdf/charts/coverage-bar";
import { eventsChart } from "@/lib/evidence/pdf/charts/events-chart";
import { gapRows } from "@/lib/evidence/pdf/parts/gap-rows";
import { type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import {
  alertSentence,
  coverageSentence,
  eventsSentence,
  oversightSentence,
} from "@/lib/evidence/pdf/parts/summary-sentences";
import { count, severityWord } from "@/lib/evidence/pdf/words";
import { At } from "@/lib/pdf/elements/at";
import { paragraph, subheading } from "@/lib/pdf/elements/prose";
import { stack } from "@/lib/pdf/elements/stack";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { frame, space, type } from "@/lib/pdf/theme";

const columnGap = 28;

/** What a reader must know who reads one page only. It is never more than one page. */
export function summary(input: PartInput): Part {
  const { set, report } = input;
  const chart = eventsPart(input);
  const rest = [figures(input), ...chart, pair(input)];
  const lead = [
    ...paragraph(set, coverageSentence(report), { style: type.lead, width: frame.width, gap: 0 }),
    { ...coverageBar(set, report.framework.coverage), gap: 12 },
    subheading(set, "Gaps first"),
  ];
  const whole = part(input, "summary", "Executive summary", [...lead, ...rest]);
  const room = frame.height - heightOf(whole.blocks);
  return { ...whole, blocks: [...whole.blocks.slice(0, -rest.length), ...gapRows(input, room), ...rest] };
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { gap = 0, height }) => sum + gap + height, 0);
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
  return [title, ...words, { ...eventsChart(set, report.statistics, 74), gap: space.large }];
}

/** Alerts and oversight, beside one another. */
function pair({ set, report }: PartInput): Block {
  const width = (frame.width - columnGap) / 2;
  const { alerts, oversight } = report.statistics;
  const severities = Object.entries(alerts.bySeverity).reverse();
  const left = column(titled(set, "Alerts by severity", alertSentence(report), width), () =>
    report.summary.alerts === 0
      ? undefined
      : barList(
          set,
          severities.map(([severity, value]) => ({ label: severityWord(severity), value })),
          width,
        ),
  );
  const right = column(titled(set, "Human oversight", oversightSentence(report), width), () =>
    oversight.reviews === 0
      ? undefined
      : barList(
          set,
          [
            { label: "Reviews", value: oversight.reviews },
            { label: "with an outcome", value: oversight.withOutcome },
            { label: "overriding", value: oversight.overridden },
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
    { text: set.set(title, type.subheading, width, 1) },
    { text: set.set(words, type.small, width, 4), gap: 1 },
  ]);
}

interface Drawing {
  height: number;
  draw(): ReactElement;
}

function column(words: ReturnType<typeof stack>, chartOf: () => Drawing | undefined) {
  const chart = chartOf();
  const top = words.height + space.medium;
  return {
    height: chart ? top + chart.height : words.height,
    draw: (left: number) => (
      <>
        {words.draw(left, 0)}
        {chart && (
          <At left={left} top={top} width={frame.width} height={chart.height}>
            {chart.draw()}
          </At>
        )}
      </>
    ),
  };
}
