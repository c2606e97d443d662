import { eventSummary } from "@/components/features/audit-chain/summary";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import { firstMember, memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import { timeText } from "@/lib/platform/client/format";
import { modelIssues as issues, modelChecks as texts } from "../texts";
import { type Check, notVerified } from "./check-result";
import { isResolved, isSevere, type ModelRecords, newest, newestOf, resolvedAtOf } from "./model-records";

/** Counts the alerts of the period. Unresolved alerts are an issue regardless of their age. */
export function alertCheck(records: ModelRecords, modelId: string): Check {
  const label = texts.alerts;
  const { alerts, olderAlerts, since } = records;
  // The end of a filter is inclusive, so an alert at the start of the period is in both lists.
  const older = unresolved(olderAlerts).filter(({ timestamp }) => timestamp < (since ?? ""));
  const hasMoreOlder = olderAlerts.some(({ pagination }) => pagination.hasMore);
  const open = [...unresolved([alerts]), ...older];
  const period = periodText(records);
  const text = older.length > 0 ? texts.andOlder(period, older.length, hasMoreOlder) : period;

  const { hasMore } = alerts.pagination;
  const filter = { modelId, eventType: "ALERT", from: older.length > 0 ? null : since };
  if (open.length > 0) {
    const issue = issues.unresolvedAlerts(open.length, open.filter(isSevere).length, hasMore || hasMoreOlder);
    return { label, text, result: "attention", issue, filter };
  }
  if (hasMore || hasMoreOlder) return { label, text, result: "attention", issue: issues.earlierRecords, filter };
  return { label, text, result: "passed", ...(alerts.data.length > 0 && { filter }) };
}

/** Events of high or critical severity, other than alerts. */
export function severeCheck({ severe, since }: ModelRecords): Check {
  const label = texts.severe;
  const events = severe.flatMap(({ data }) => data).filter(({ eventType }) => eventType !== "ALERT");
  const isPart = severe.some(({ pagination }) => pagination.hasMore);
  const open = events.filter((one) => !isResolved(one));
  const event = newestOf(open);
  const isEmpty = events.length === 0;
  if (!event && isPart) {
    const text = `${isEmpty ? texts.noneFound : texts.allResolved}. ${texts.notAllRead}`;
    return { label, result: "attention", text, issue: issues.earlierRecords };
  }
  const text = isEmpty ? texts.noneRecorded(since) : texts.recorded(events.length, since, isPart);
  if (!event) return { label, result: "passed", text };
  const sentences = [`${text}.`, texts.latest(event.eventType), ...(isPart ? [texts.notAllRead] : [])];
  const issue = issues.severe(open.length, isPart);
  return { label, event, result: "attention", text: sentences.join(" "), issue };
}

/**
 * Drift is recorded as alerts only, so the absence of an alert shows nothing. A resolved alert does not show that a value
 * above its threshold has decreased.
 */
export function driftCheck({ alerts, since }: ModelRecords): Check {
  const label = texts.drift;
  const event = newest(
    alerts.data.filter(({ payload }) =>
      ["category", "metric", "rule"].some((name) => /drift|stability|^[pc]si$/.test(wordOf(memberOf(payload, name)))),
    ),
  );
  if (!event) {
    const { hasMore } = alerts.pagination;
    return { label, result: "none", text: hasMore ? texts.noDriftInLatest(alerts.data.length) : texts.noDrift(since) };
  }
  if (!event.verified) return { label, event, ...notVerified(issues.subjects.driftAlert) };
  const text = eventSummary(event) ?? texts.recordedWithoutDetails;
  const above = aboveThreshold(event);
  if (!isResolved(event))
    return { label, event, result: "attention", text, issue: above ? issues.driftAbove : issues.driftAlert };
  if (!above) return { label, event, result: "none", text };
  const at = resolvedAtOf(event);
  const found = texts.driftAfterResolution(above.value, above.threshold, at === null ? null : timeText(at, "day"));
  return { label, event, result: "attention", text: found, issue: issues.lastDriftAbove };
}

function aboveThreshold({ payload }: AuditEvent): { value: number; threshold: number } | undefined {
  const [value, threshold] = [firstMember(payload, ["observed", "value"]), memberOf(payload, "threshold")];
  if (typeof value !== "number" || typeof threshold !== "number" || value <= threshold) return undefined;
  return { value, threshold };
}

const unresolved = (lists: readonly EventList[]) =>
  lists.flatMap(({ data }) => data).filter((event) => !isResolved(event));

function periodText({ alerts, since }: ModelRecords): string {
  const { data, pagination } = alerts;
  if (data.length === 0) return texts.noneRecorded(since);
  const open = unresolved([alerts]);
  const counts = { since, open: open.length, severe: open.filter(isSevere).length };
  return pagination.hasMore
    ? texts.openAlertsOfLatest(pagination.total, { ...counts, read: data.length })
    : texts.openAlerts(data.length, counts);
}
