"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { EventTime } from "@/components/features/audit-chain/event-values";
import { NewestEvents } from "@/components/features/audit-chain/newest-events";
import { RecordChanges } from "@/components/features/audit-chain/record-changes";
import { isEventId, useEventSummary } from "@/components/features/audit-chain/use-event-summary";
import { useModelName, useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { columnsOf } from "@/components/ui/data-table/columns";
import type { Column } from "@/components/ui/data-table/data-table";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { countText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import styles from "./alert-policies.module.css";
import { minutesText, policyState, ruleText } from "./labels";
import { PolicyState } from "./policy-state";
import { common, policyDetail as texts } from "./texts";

const MuteDialog = dynamic(() => import("./mute-dialog").then((file) => file.MuteDialog));

export function PolicyDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<AlertPolicy>
      id={id}
      list={{
        title: common.alertPolicies,
        href: "/alert-policies",
        path: "/v1/alert-policies",
        keys: keys.alertPolicies,
      }}
      kind={{ title: texts.alertPolicy, label: common.thePolicy }}
      permission="alerts:configure"
      title={({ name }) => name}
      description={({ description }) => description}
      toggle={({ enabled: on, name }) => ({
        on,
        labels: [terms.disable, terms.enable],
        change: (enabled) => ({ enabled }),
        success: ({ enabled }) => (enabled ? texts.policyEnabled : texts.policyDisabled),
        question: texts.disableQuestion(name),
      })}
      actions={(policy) => <MuteButton policy={policy} />}
      change={`/alert-policies/${id}/change`}
      facts={(policy) => <PolicyFacts policy={policy} />}
      changes={<RecordChanges id={id} />}
      remove={({ name }) => ({
        name,
        question: {
          title: texts.deleteQuestion(name),
          body: texts.deleteBody,
        },
        note: texts.note,
      })}
    >
      {(policy) => <PolicyAlerts policy={policy} />}
    </ConfiguredPage>
  );
}

function MuteButton({ policy }: { policy: AlertPolicy }) {
  const [isMuting, setMuting] = useState(false);
  const isMuted = policyState(policy, useNow()) === "MUTED";
  const unmute = useSend<void, AlertPolicy>({
    send: () => api.patch(`/v1/alert-policies/${policy.id}`, { mutedUntil: null }),
    invalidates: [keys.alertPolicies.all()],
    success: () => texts.policyUnmuted,
  });
  if (!policy.enabled) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={unmute.isPending}
        onClick={() => (isMuted ? unmute.mutate() : setMuting(true))}
      >
        {isMuted ? texts.unmute : common.mute}
      </Button>
      {isMuting && <MuteDialog policy={policy} onClose={() => setMuting(false)} />}
    </>
  );
}

function PolicyFacts({ policy }: { policy: AlertPolicy }) {
  const names = useModelNames();
  const { figures, recipients } = policy;
  return (
    <>
      <Section title={common.rule} panel>
        <p className={styles.rule}>{ruleText(policy.rule, names)}</p>
        <KeyValue
          rows={[
            [terms.status, <PolicyState key="status" policy={policy} />],
            [common.alertSeverity, <Severity key="severity" value={policy.severity} />],
            [common.cooldown, minutesText(policy.cooldownMinutes)],
            [
              common.emailRecipients,
              recipients.length === 0 ? (
                terms.none
              ) : (
                <div key="recipients">
                  {recipients.join(", ")} <MailNotice />
                </div>
              ),
            ],
            [terms.created, <Time key="created" value={policy.createdAt} />],
            [terms.updated, <Time key="changed" value={policy.updatedAt} />],
            [terms.id, <Id key="id" value={policy.id} />],
          ]}
        />
      </Section>
      <Section title={texts.results} panel>
        <KeyValue
          rows={[
            [
              common.alerts,
              <span key="alerts">
                <Count value={figures.alerts} />
                {texts.sinceCreation}
              </span>,
            ],
            [common.lastAlert, <Time key="last" value={figures.lastTriggeredAt} none={terms.never} />],
            [texts.suppressedDuringCooldown, <Count key="suppressed" value={figures.suppressed} />],
            [texts.suppressedWhileMuted, <Count key="muted" value={figures.muted} />],
          ]}
        />
      </Section>
    </>
  );
}

const column = columnsOf<AuditEvent>();
/** The latest alerts of a policy, which are tagged with its ID, and the events that triggered them. */
function PolicyAlerts({ policy }: { policy: AlertPolicy }) {
  const nameOf = useModelName();
  const columns: Column<AuditEvent>[] = [
    column.text("message", texts.message, {
      of: messageOf,
      cell: (event) => <Message event={event} />,
      rowHeader: true,
      minWidth: "14rem",
      inCards: true,
    }),
    {
      id: "severity",
      header: common.alertSeverity,
      inCards: "corner",
      cell: ({ severity }) => <Severity value={severity} />,
    },
    {
      id: "model",
      header: terms.model,
      minWidth: "9rem",
      inCards: "bare",
      cell: (event) => nameOf(textOf(event, "eventModelId") ?? event.modelId) ?? terms.organisationEvents,
    },
    { id: "cause", header: texts.triggeredBy, cell: (event) => <Cause event={event} /> },
    { id: "timestamp", header: terms.eventTime, inCards: "bare", cell: (event) => <EventTime event={event} /> },
  ];
  return (
    <NewestEvents
      filter={{ tags: policy.id }}
      title={common.alerts}
      name="policy-alerts"
      label={texts.latestAlertsPolicy}
      columns={columns}
      empty={<EmptyState title={common.noAlertsYet} text={texts.emptyText} />}
    />
  );
}

/** The event that triggered an alert. */
function Cause({ event }: { event: AuditEvent }) {
  const eventId = textOf(event, "eventId");
  const position = event.payload?.eventPosition;
  if (eventId === undefined || !isEventId(eventId)) return "–";
  // Alerts of earlier versions have no position.
  return (
    <Link href={`/audit/${eventId}`}>{typeof position === "number" ? `#${countText(position)}` : terms.event}</Link>
  );
}

/** The message of an alert. If the policy measured no value, also the summary of the event that triggered it. */
function Message({ event }: { event: AuditEvent }) {
  const eventId = textOf(event, "metric") === undefined ? textOf(event, "eventId") : undefined;
  const summary = useEventSummary(eventId ?? null);
  return (
    <>
      {messageOf(event)}
      {summary !== null && <span className={styles.trigger}> {summary}</span>}
    </>
  );
}

function messageOf(event: AuditEvent): string {
  return textOf(event, "message") ?? common.alert;
}

/**
 * Reads a text from the payload, which can have any shape: every event can have any tag, and erased events have no
 * payload.
 */
function textOf({ payload }: AuditEvent, member: string): string | undefined {
  const value = payload?.[member];
  return typeof value === "string" ? value : undefined;
}
