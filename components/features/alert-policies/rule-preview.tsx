"use client";

import { Group, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { Link } from "@/components/ui/page/link";
import { Time } from "@/components/ui/values/time";
import type { AlertRulePreview, PreviewedAlert } from "@/lib/domains/alert-policies/schemas";
import { countedText, countText } from "@/lib/platform/client/format";
import styles from "./alert-policies.module.css";
import { ruleText } from "./labels";
import { type PolicyForm, ruleOf, ruleProblems } from "./policy-form";

const periods = [
  { days: 1, label: "Last 24 hours" },
  { days: 7, label: "Last 7 days" },
  { days: 31, label: "Last 31 days" },
];

/** The alerts that the rule would have raised on past events. */
export function RulePreview({ form }: { form: PolicyForm }) {
  const [days, setDays] = useState(7);
  const names = useModelNames();
  const { data, error, rule, isPlaceholderData } = useRulePreview(form, days);
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <Group justify="space-between" wrap="nowrap" gap="sm" mb="xs">
        <h2 id="preview">Preview on past events</h2>
        <NativeSelect
          size="xs"
          aria-label="Preview period"
          data={periods.map((period) => ({ value: String(period.days), label: period.label }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </Group>
      {rule === undefined ? (
        <p className="quiet">Set a condition to see which past events would have raised an alert.</p>
      ) : (
        <>
          <p className={styles.rule}>{ruleText(rule, names)}</p>
          <FormError error={error} title="The preview failed" />
          {data && !error && (
            <div data-stale={isPlaceholderData || undefined}>
              <Outcome preview={data} />
              <PreviewedAlerts preview={data} names={names} />
            </div>
          )}
          {!data && !error && <Skeletons.Card height={120} label="the preview" />}
        </>
      )}
    </section>
  );
}

function Outcome({
  preview: { alerts, suppressed, matched, eventsRead, isCut, readFrom },
}: {
  preview: AlertRulePreview;
}) {
  return (
    <div role="status">
      <p className={styles.outcome}>{alerts === 0 ? "No alerts" : countedText(alerts, "alert")}</p>
      <p className="quiet">
        {countText(matched)} of {countedText(eventsRead, "event")} met the conditions
        {suppressed > 0 && `; ${countedText(suppressed, "alert")} suppressed during cooldown`}.
        {isCut && (
          <>
            {" "}
            The period has too many events. Only events since <Time value={readFrom} /> were evaluated.
          </>
        )}
      </p>
    </div>
  );
}

interface PreviewedAlertsProps {
  preview: AlertRulePreview;
  names: ReadonlyMap<string, string>;
}

function PreviewedAlerts({ preview: { alerts, events }, names }: PreviewedAlertsProps) {
  if (events.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className={styles.previewed} tabIndex={0} aria-label="Events that would have raised an alert">
        <ol className="plain-list" data-divided>
          {events.map((alert) => (
            <li key={alert.eventId}>
              <AlertLine alert={alert} modelName={names.get(alert.modelId) ?? alert.modelId} />
            </li>
          ))}
        </ol>
      </section>
      {alerts > events.length && <p className="quiet">Showing the first {countText(events.length)}.</p>}
    </>
  );
}

function AlertLine({ alert, modelName }: { alert: PreviewedAlert; modelName: string }) {
  return (
    <>
      <div>
        <Link href={`/audit/${alert.eventId}`}>#{countText(alert.chainPosition)}</Link> {alert.message}
      </div>
      <div className="quiet">
        {modelName}, recorded <Time value={alert.recordedAt} focusable={false} />
      </div>
    </>
  );
}

const typingMs = 400;
const dayMs = 86_400_000;
const staleMs = 30_000;

/** The preview of a form's rule, after typing pauses; disabled while the rule is incomplete. */
function useRulePreview(form: PolicyForm, days: number) {
  const [typed] = useDebouncedValue(form, typingMs);
  const isComplete = Object.keys(ruleProblems(typed)).length === 0 && typed.cooldownMinutes !== "";
  const input = { rule: ruleOf(typed), cooldownMinutes: Number(typed.cooldownMinutes) };
  const query = useQuery({
    queryKey: keys.alertPreview({ ...input, days }),
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - days * dayMs).toISOString();
      return api.post<AlertRulePreview>("/v1/alert-policies/preview", { ...input, from }, { signal });
    },
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  return { ...query, rule: isComplete ? input.rule : undefined };
}
