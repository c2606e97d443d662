import { ColumnChart } from "@/components/ui/charts/column-chart";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { common } from "../texts/common";
import { detectionDetail as texts } from "../texts/detail";

/** The calls on each of the last 30 days, or the DNS queries if there was no other traffic. */
export function TrafficChart({ detection: { activity } }: { detection: ShadowAiDetectionDetail }) {
  const calls = activity.reduce((sum, day) => sum + day.calls, 0);
  const bytes = activity.reduce((sum, day) => sum + day.bytesOut, 0);
  const dnsQueries = activity.reduce((sum, day) => sum + day.dnsQueries, 0);
  const isDnsOnly = calls === 0 && dnsQueries > 0;
  const series = isDnsOnly
    ? { name: texts.dnsQueries, values: activity.map((day) => day.dnsQueries) }
    : { name: common.calls, values: activity.map((day) => day.calls) };
  return (
    <ColumnChart
      title={isDnsOnly ? texts.dnsQueriesLast30Days : texts.callsLast30Days}
      summary={isDnsOnly ? texts.dnsSummary(dnsQueries) : texts.trafficSummary(calls, bytes)}
      categories={activity.map(({ date }) => date)}
      series={[series]}
    />
  );
}
