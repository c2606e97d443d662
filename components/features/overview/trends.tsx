"use client";

import { SimpleGrid } from "@mantine/core";
import { Bars } from "@/components/ui/charts/bars";
import { ColumnChart } from "@/components/ui/charts/column-chart";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countedText, countText, durationText, labelOf } from "@/lib/platform/client/format";

const hourMs = 3_600_000;

/** The median is rounded to 0.1 hours. */
function medianText(hours: number): string {
  return hours === 0 ? "less than 3 minutes" : durationText(hours * hourMs);
}

export function Trends({ trends, events }: { trends: Overview["trends"]; events: Overview["events"] }) {
  return (
    <SimpleGrid minColWidth="min(26rem, 100%)" autoFlow="auto-fit" spacing="sm" role="region" aria-label="Trends">
      {trends && <Weekly weekly={trends.weekly} medianHours={trends.medianDecisionHours} />}
      {trends && <Ageing ageing={trends.ageing} />}
      {trends && <Providers providers={trends.providers} />}
      <ColumnChart
        title="Audit events recorded per day, last 30 days"
        summary={`${countedText(total(events.perDay.map(({ count }) => count)), "event")} recorded in the last 30 days. Days are in UTC.`}
        categories={events.perDay.map(({ date }) => date)}
        series={[{ name: "Events", values: events.perDay.map(({ count }) => count) }]}
      />
    </SimpleGrid>
  );
}

type TrendFigures = NonNullable<Overview["trends"]>;

function Weekly({ weekly, medianHours }: { weekly: TrendFigures["weekly"]; medianHours: number | null }) {
  const opened = total(weekly.map((week) => week.opened));
  const closed = total(weekly.map((week) => week.closed));
  const median = medianHours === null ? "" : ` Median time to decision: ${medianText(medianHours)}.`;
  return (
    <ColumnChart
      title="Detections opened and closed per week"
      summary={`${countText(opened)} opened and ${countText(closed)} closed in the last 12 weeks.${median}`}
      categories={weekly.map(({ week }) => week)}
      categoryName="Week"
      series={[
        { name: "Opened", color: "doubt", values: weekly.map((week) => week.opened) },
        { name: "Closed", color: "good", values: weekly.map((week) => week.closed) },
      ]}
    />
  );
}

function Ageing({ ageing }: { ageing: TrendFigures["ageing"] }) {
  const old = total(ageing.map(({ upTo90d, over90d }) => upTo90d + over90d));
  return (
    <ColumnChart
      stacked
      title="Unresolved detections by age"
      summary={
        old === 0
          ? "None are older than 30 days."
          : `${countedText(old, "detection")} ${old === 1 ? "is" : "are"} older than 30 days.`
      }
      categories={ageing.map(({ severity }) => labelOf(severity))}
      categoryName="Severity"
      series={[
        { name: "Up to 7 days", values: ageing.map((row) => row.upTo7d) },
        { name: "8 to 30 days", values: ageing.map((row) => row.upTo30d) },
        { name: "31 to 90 days", values: ageing.map((row) => row.upTo90d) },
        { name: "Over 90 days", values: ageing.map((row) => row.over90d) },
      ]}
    />
  );
}

function Providers({ providers }: { providers: TrendFigures["providers"] }) {
  const [first] = providers;
  return (
    <Bars
      title="Calls in unresolved detections by provider"
      summary={first ? `${first.name} has the most calls.` : "No calls in unresolved detections."}
      rowName="Provider"
      rows={providers.map(({ name, callVolume }) => ({
        label: name,
        value: callVolume,
        href: `/shadow-ai?status=all&provider=${encodeURIComponent(name)}`,
      }))}
    />
  );
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
