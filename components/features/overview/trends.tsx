"use client";

import { Bars } from "@/components/ui/charts/bars";
import { ColumnChart } from "@/components/ui/charts/column-chart";
import detail from "@/components/ui/detail/detail.module.css";
import { terms } from "@/components/ui/terms";
import type { Overview } from "@/lib/domains/overview/schemas";
import { durationText, labelOf } from "@/lib/platform/client/format";
import styles from "./overview.module.css";
import { trends as texts } from "./texts";

const hourMs = 3_600_000;

/** The median is rounded to 0.1 hours. */
function medianText(hours: number): string {
  return hours === 0 ? texts.lessThan3Minutes : durationText(hours * hourMs).replaceAll(" ", "\u00a0");
}

export function Trends({ trends, events }: { trends: Overview["trends"]; events: Overview["events"] }) {
  return (
    <section className={`${detail.panels} ${styles.trends}`} aria-label={texts.trends}>
      {trends && <Weekly weekly={trends.weekly} medianHours={trends.medianDecisionHours} />}
      {trends && <Ageing ageing={trends.ageing} />}
      {trends && <Providers providers={trends.providers} />}
      <ColumnChart
        title={texts.auditEventsRecorded}
        summary={texts.recordedInLast30Days(total(events.perDay.map(({ count }) => count)))}
        categories={events.perDay.map(({ date }) => date)}
        series={[{ name: terms.events, values: events.perDay.map(({ count }) => count) }]}
      />
    </section>
  );
}

type TrendFigures = NonNullable<Overview["trends"]>;

function Weekly({ weekly, medianHours }: { weekly: TrendFigures["weekly"]; medianHours: number | null }) {
  const opened = total(weekly.map((week) => week.opened));
  const closed = total(weekly.map((week) => week.closed));
  const median = medianHours === null ? "" : texts.medianTimeToDecision(medianText(medianHours));
  return (
    <ColumnChart
      {...texts.openedAndClosed}
      summary={texts.openedAndClosedSummary(opened, closed, median)}
      categories={weekly.map(({ week }) => week)}
      series={[
        { name: texts.opened, color: "doubt", values: weekly.map((week) => week.opened) },
        { name: texts.closed, color: "good", values: weekly.map((week) => week.closed) },
      ]}
    />
  );
}

function Ageing({ ageing }: { ageing: TrendFigures["ageing"] }) {
  const old = total(ageing.map(({ upTo90d, over90d }) => upTo90d + over90d));
  const series = [
    { name: texts.upTo7Days, values: ageing.map((row) => row.upTo7d) },
    { name: texts.upTo30Days, values: ageing.map((row) => row.upTo30d) },
    { name: texts.upTo90Days, values: ageing.map((row) => row.upTo90d) },
    { name: texts.over90Days, values: ageing.map((row) => row.over90d) },
  ];
  // Only ages that occur, and the first one for the empty chart.
  const shown = series.filter(({ values }, at) => at === 0 || total(values) > 0);
  return (
    <ColumnChart
      stacked
      title={texts.unresolvedDetectionsByAge}
      summary={old === 0 ? texts.noneOlderThan30Days : texts.olderThan30Days(old)}
      categories={ageing.map(({ severity }) => labelOf(severity))}
      categoryName={terms.severity}
      series={shown}
    />
  );
}

function Providers({ providers }: { providers: TrendFigures["providers"] }) {
  const [first] = providers;
  return (
    <Bars
      title={texts.callsByProvider}
      summary={first ? texts.hasTheMostCalls(first.name) : texts.noCalls}
      rowName={terms.provider}
      rows={providers.map(({ name, callVolume }) => ({
        label: name,
        value: callVolume,
        href: `/shadow-ai?status=all&snoozed=all&provider=${encodeURIComponent(name)}`,
      }))}
    />
  );
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
