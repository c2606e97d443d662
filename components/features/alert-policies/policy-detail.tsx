"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { EventTime } from "@/components/features/audit-chain/event-values";
import { NewestEvents } from "@/components/features/audit-chain/newest-events";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { columnsOf } from "@/components/ui/data-table/columns";
import type { Column } from "@/components/ui/data-table/data-table";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { useNow } from "@/lib/platform/client/use-environment";
import styles from "./alert-policies.module.css";
import { minutesText, policyState, ruleText } from "./labels";
import { PolicyState } from "./policy-state";

const MuteDialog = dynamic(() => import("./mute-dialog").then((file) => file.MuteDialog));

export function PolicyDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<AlertPolicy>
      id={id}
      list={{ title: "Alert policies", href: "/alert-policies", path: "/v1/alert-policies", keys: keys.alertPolicies }}
      kind={{ title: "Alert policy", label: "the policy" }}
      permission="alerts:configure"
      title={({ name }) => name}
      description={({ description }) => description}
      toggle={({ enabled: on }) => ({
        on,
        labels: ["Disable", "Enable"],
        change: (enabled) => ({ enabled }),
        success: ({ enabled }) => (enabled ? "Policy enabled." : "Policy disabled."),
        question: {
          title: "Disable this policy?",
          body: "The policy will ignore events until you enable it again. Ignored events will not be evaluated later.",
        },
      })}
      actions={(policy) => <MuteButton policy={policy} />}
      change={`/alert-policies/${id}/change`}
      facts={(policy) => <PolicyFacts policy={policy} />}
      remove={({ name }) => ({
        name,
        question: {
          title: `Delete ${name}?`,
          body: "The policy will stop raising alerts. Existing alerts will remain on the audit chain. You can't undo this.",
        },
        note: "Permanently deletes the policy. Its alerts are kept. To stop alerts temporarily, mute or disable the policy instead.",
      })}
      width="24rem"
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
    success: () => "Policy unmuted.",
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
        {isMuted ? "Unmute" : "Mute"}
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
      <Section title="Rule">
        <p className={styles.rule}>{ruleText(policy.rule, names)}</p>
        <KeyValue
          rows={[
            ["Status", <PolicyState key="status" policy={policy} />],
            ["Severity", <Severity key="severity" value={policy.severity} />],
            ["Cooldown", minutesText(policy.cooldownMinutes)],
            ["E-mail recipients", recipients.length > 0 ? recipients.join(", ") : "None"],
            ["Created", <Time key="created" value={policy.createdAt} />],
            ["Updated", <Time key="changed" value={policy.updatedAt} />],
            ["ID", <Id key="id" value={policy.id} />],
          ]}
        />
      </Section>
      <Section title="Results">
        <KeyValue
          rows={[
            ["Alerts", <Count key="alerts" value={figures.alerts} />],
            ["Last alert", <Time key="last" value={figures.lastTriggeredAt} format="full" none="Never" />],
            ["Suppressed during cooldown", <Count key="suppressed" value={figures.suppressed} />],
            ["Suppressed while muted", <Count key="muted" value={figures.muted} />],
          ]}
        />
      </Section>
    </>
  );
}

const column = columnsOf<AuditEvent>();
/** The latest alerts of a policy, which are tagged with its ID, and the events that triggered them. */
function PolicyAlerts({ policy }: { policy: AlertPolicy }) {
  const names = useModelNames();
  const modelName = (event: AuditEvent) => {
    const modelId = textOf(event, "eventModelId") ?? event.modelId;
    return names.get(modelId) ?? modelId;
  };
  const columns: Column<AuditEvent>[] = [
    column.text("message", "Observation", { of: messageOf, rowHeader: true, minWidth: "14rem" }),
    { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
    { id: "model", header: "Model", minWidth: "9rem", cell: modelName },
    { id: "cause", header: "Triggered by", cell: (event) => <Cause event={event} /> },
    { id: "timestamp", header: "Event time", cell: (event) => <EventTime event={event} /> },
  ];
  return (
    <NewestEvents
      filter={{ tags: policy.id }}
      title="Alerts"
      name="policy-alerts"
      label="Latest alerts from this policy"
      columns={columns}
      card={(event) => (
        <>
          <div>
            <Severity value={event.severity} /> <EventTime event={event} />
          </div>
          <div>
            {modelName(event)}, triggered by <Cause event={event} />
          </div>
        </>
      )}
      empty={
        <EmptyState
          title="No alerts yet"
          text="The policy evaluates events recorded after it was created or last changed."
        />
      }
    />
  );
}

/** The event that triggered an alert. */
function Cause({ event }: { event: AuditEvent }) {
  const eventId = textOf(event, "eventId");
  return eventId === undefined ? "–" : <Link href={`/audit/${eventId}`}>Event</Link>;
}

function messageOf(event: AuditEvent): string {
  return textOf(event, "message") ?? "Alert";
}

/**
 * Reads a text from the payload, which can have any shape: every event can have any tag, and erased events have no
 * payload.
 */
function textOf({ payload }: AuditEvent, member: string): string | undefined {
  const value = payload?.[member];
  return typeof value === "string" ? value : undefined;
}
