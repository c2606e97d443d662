"use client";

import { Bars } from "@/components/ui/charts/bars";
import { StackedBars, TimeSeries } from "@/components/ui/charts/time-series";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countText, durationText, labelOf } from "@/lib/platform/client/format";
import styles from "./overview.module.css";

interface TrendsProps {
  trends: Overview["trends"];
  events: Overview["events"];
}

const hourMs = 3_600_000;

/** Where it all goes: more or less of it, older or younger, and with whom. */
export function Trends({ trends, events }: TrendsProps) {
  return (
    <section aria-labelledby="trends" className={styles.trends}>
      <h2 id="trends" className="visually-hidden">
        Trends
      </h2>
      {trends && <Weekly weekly={trends.weekly} medianHours={trends.medianDecisionHours} />}
      {trends && <Ageing ageing={trends.ageing} />}
      {trends && <Providers providers={trends.providers} />}
      <TimeSeries
        title="Events on the chain"
        summary={`${countText(total(events.perDay.map(({ count }) => count)))} events were recorded in 30 days.`}
        kind="bar"
        series={[{ name: "Events", points: events.perDay.map(({ date, count }) => ({ at: date, value: count })) }]}
      />
    </section>
  );
}

type Known = NonNullable<Overview["trends"]>;

function Weekly({ weekly, medianHours }: { weekly: Known["weekly"]; medianHours: number | null }) {
  const opened = total(weekly.map((week) => week.opened));
  const closed = total(weekly.map((week) => week.closed));
  const median =
    medianHours === null ? "" : ` Half of the decisions took at most ${durationText(medianHours * hourMs)}.`;
  return (
    <TimeSeries
      title="Detections opened and closed, by week"
      summary={`${countText(opened)} opened and ${countText(closed)} closed in twelve weeks.${median}`}
      kind="line"
      series={[
        { name: "Opened", color: "doubt", points: weekly.map((one) => ({ at: one.week, value: one.opened })) },
        { name: "Closed", color: "good", points: weekly.map((one) => ({ at: one.week, value: one.closed })) },
      ]}
    />
  );
}

function Ageing({ ageing }: { ageing: Known["ageing"] }) {
  const old = total(ageing.map(({ upTo90d, over90d }) => upTo90d + over90d));
  return (
    <StackedBars
      title="Undecided detections by age"
      summary={old === 0 ? "None is older than 30 days." : `${countText(old)} are older than 30 days.`}
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

function Providers({ providers }: { providers: Known["providers"] }) {
  const [first] = providers;
  return (
    <Bars
      title="Undecided calls by provider"
      summary={first ? `${first.name} is called most.` : "No provider is called without a decision."}
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
