import { bucketsABar } from "@/lib/evidence/pdf/charts/events-chart";
import { count, counted, enumerate, sentenceCase, share, shortDate, shortMonth } from "@/lib/evidence/pdf/words";
import type { EvidenceReport } from "@/lib/evidence/report";

/** What the figures of the summary say, in words. */

export function coverageSentence({ framework: { coverage, countedAs, shortName } }: EvidenceReport): string {
  const { total, byStatus } = coverage;
  const { EVIDENCED: full = 0, PARTIAL: partial = 0, OUT_OF_SCOPE: out = 0 } = byStatus;
  const open = total - full - out;
  const counts = full === 0 ? "none" : count(full);
  const partly = partial === 0 ? "" : `, and for ${count(partial)} more a part of it`;
  const rest = open === 0 ? "" : ` ${sentenceCase(count(open))} ${open === 1 ? "has a gap" : "have gaps"}.`;
  const left =
    out === 0
      ? ""
      : ` ${count(out)} ${out === 1 ? "was" : "were"} not asked for, and ${out === 1 ? "counts" : "count"} as not shown.`;
  return `Events of the period are evidence for ${counts} of the ${count(total)} ${countedAs} of ${shortName}${partly}.${rest}${left}`;
}

export function eventsSentence({ statistics, summary }: EvidenceReport): string {
  const { buckets, bucket, firstAt, lastAt, actors } = statistics;
  if (summary.totalEvents === 0 || !firstAt || !lastAt)
    return "The model has no events in this period, so there is nothing to draw.";
  if (summary.totalEvents === 1) return `The one event of the period was on ${shortDate(firstAt)}.`;
  const highest = buckets.reduce((most, one) => (one.events > most.events ? one : most), { start: firstAt, events: 0 });
  const empty = buckets.filter(({ events }) => events === 0).length;
  const gaps = empty === 0 ? "" : ` ${sentenceCase(counted(empty, bucket))} had none.`;
  const together = bucketsABar(buckets.length);
  const bars = together === 1 ? "" : ` Each bar is ${count(together)} ${bucket}s.`;
  const alerts = buckets.some((one) => one.alerts > 0)
    ? ` A triangle marks each ${together === 1 ? bucket : "bar"} with alerts.`
    : "";
  return `${counted(summary.totalEvents, "event")} by ${counted(actors, "actor")} between ${shortDate(firstAt)} and ${shortDate(lastAt)}; ${bucket === "month" ? shortMonth(highest.start) : `the week of ${shortDate(highest.start)}`} had most, ${count(highest.events)}.${gaps}${bars}${alerts}`;
}

export function alertSentence({ statistics: { alerts }, summary }: EvidenceReport): string {
  const total = summary.alerts;
  if (total === 0) return "No alert was recorded in the period.";
  const grave = ["CRITICAL", "HIGH"].flatMap((severity) => {
    const number = alerts.bySeverity[severity] ?? 0;
    return number === 0 ? [] : [`${count(number)} ${severity.toLowerCase()}`];
  });
  const first = grave.length === 0 ? "none of them high or critical" : `${enumerate(grave)} among them`;
  return `${sentenceCase(counted(total, "alert"))}, ${first}. ${share(alerts.acknowledged, total)} say that they were acknowledged, ${share(alerts.resolved, total)} that they were resolved.`;
}

export function oversightSentence({ statistics: { oversight }, summary }: EvidenceReport): string {
  const { reviews, overridden, withOutcome, reviewers, inferencesReviewed } = oversight;
  const ofInferences =
    summary.inferences === 0
      ? ""
      : ` ${sentenceCase(share(inferencesReviewed, summary.inferences))} of ${counted(summary.inferences, "inference")} say that a person reviewed them.`;
  if (reviews === 0) return `No human review was recorded in the period.${ofInferences}`;
  const outcome =
    withOutcome === 0
      ? "None says how it ended."
      : `Of ${counted(withOutcome, "review")} that ${withOutcome === 1 ? "says" : "say"} how it ended, ${share(overridden, withOutcome)} changed the model's decision.`;
  return `${sentenceCase(counted(reviews, "review"))} by ${counted(reviewers, "reviewer")}. ${outcome}${ofInferences}`;
}
