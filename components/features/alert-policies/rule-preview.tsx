"use client";

import { NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useModelName, useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useShortened } from "@/components/ui/data-table/shortened";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Time } from "@/components/ui/values/time";
import type { AlertRulePreview, PreviewedAlert } from "@/lib/domains/alert-policies/schemas";
import { countedText, countText } from "@/lib/platform/client/format";
import styles from "./alert-policies.module.css";
import { rulePreview as texts } from "./editor-texts";
import { ruleText } from "./labels";
import { type PolicyForm, ruleOf, ruleProblems } from "./policy-form";

const periods = [
  { days: 1, label: texts.last24Hours },
  { days: 7, label: texts.last7Days },
  { days: 31, label: texts.last31Days },
];

/** The alerts that the rule would have raised on past events. */
export function RulePreview({ form }: { form: PolicyForm }) {
  const [days, setDays] = useState(7);
  const names = useModelNames();
  const { data, error, rule, isPlaceholderData } = useRulePreview(form, days);
  return (
    <div className={styles.preview}>
      <Section
        title={texts.previewTitle}
        panel
        action={
          <NativeSelect
            size="xs"
            aria-label={texts.previewPeriod}
            data={periods.map((period) => ({ value: String(period.days), label: period.label }))}
            value={String(days)}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
        }
      >
        {rule === undefined ? (
          <p className="quiet">{texts.setCondition}</p>
        ) : (
          <>
            <p className={styles.rule}>{ruleText(rule, names)}</p>
            <FormError error={error} title={texts.thePreviewFailed} />
            {data && !error && (
              <div data-stale={isPlaceholderData || undefined}>
                <Outcome preview={data} />
                <PreviewedAlerts preview={data} />
              </div>
            )}
            {!data && !error && <Skeletons.Card height={120} label={texts.thePreview} />}
          </>
        )}
      </Section>
    </div>
  );
}

function Outcome({
  preview: { alerts, suppressed, matched, eventsRead, isCut, readFrom },
}: {
  preview: AlertRulePreview;
}) {
  return (
    <div role="status">
      <p className={styles.outcome}>{alerts === 0 ? texts.noAlerts : countedText(alerts, "alert")}</p>
      <p className="quiet">
        {countText(matched)} of {countedText(eventsRead, "event")} met the conditions.
        {suppressed > 0 && texts.suppressedDuringCooldown(suppressed)}
        {isCut && (
          <>
            {" "}
            The period has too many events. Only events since <Time value={readFrom} /> were evaluated.
          </>
        )}{" "}
        {texts.beforeThePolicy}
      </p>
    </div>
  );
}

const shownFirst = 5;

function PreviewedAlerts({ preview: { alerts, events } }: { preview: AlertRulePreview }) {
  const nameOf = useModelName();
  const { shown, isLong, toggle } = useShortened(events, shownFirst);
  if (events.length === 0) return null;
  return (
    <>
      <ol className={`plain-list ${styles.previewed}`} data-divided>
        {shown.map((alert) => (
          <li key={alert.eventId}>
            <AlertLine alert={alert} modelName={nameOf(alert.modelId) ?? terms.organisationEvents} />
          </li>
        ))}
      </ol>
      {toggle}
      {isLong && alerts > events.length && <p className="quiet">{texts.showingTheFirst(events.length)}</p>}
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
        {modelName}, recorded <Time value={alert.recordedAt} format="short" focusable={false} />
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
