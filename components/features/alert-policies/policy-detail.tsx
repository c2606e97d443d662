"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { NewestEvents } from "@/components/features/audit-chain/newest-events";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { columnsOf } from "@/components/ui/data-table/columns";
import type { Column } from "@/components/ui/data-table/data-table";
import { DeleteSection, Toggle } from "@/components/ui/detail/actions";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
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

/** One policy: its rule, its results, and the alerts that it raised. */
export function PolicyDetail({ id }: { id: string }) {
  return (
    <ResourcePage<AlertPolicy>
      queryKey={keys.alertPolicies.one(id)}
      path={`/v1/alert-policies/${id}`}
      kind={{ title: "Alert policy", label: "the policy" }}
      breadcrumbs={[{ label: "Alert policies", href: "/alert-policies" }]}
      title={({ name }) => name}
      description={({ description }) => description}
      actions={(policy) => (
        <May permission="alerts:configure">
          <MuteButton policy={policy} />
          <Toggle<AlertPolicy>
            on={policy.enabled}
            labels={["Switch off", "Switch on"]}
            path={`/v1/alert-policies/${id}`}
            change={(enabled) => ({ enabled })}
            invalidates={[keys.alertPolicies.all()]}
            success={({ enabled }) => (enabled ? "The policy is on, from now on." : "The policy is off.")}
            question={{
              title: "Switch this policy off?",
              body: "It looks at nothing until it is switched on again, and then begins afresh.",
            }}
          />
          <Button
            component={Link}
            href={`/alert-policies/${id}/change`}
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
          >
            Change
          </Button>
        </May>
      )}
    >
      {(policy) => (
        <Columns narrow="start" width="24rem">
          <div>
            <PolicyFacts policy={policy} />
            <May permission="alerts:configure">
              <DeletePolicy policy={policy} />
            </May>
          </div>
          <PolicyAlerts policy={policy} />
        </Columns>
      )}
    </ResourcePage>
  );
}

/** Mutes a policy until a time that is asked for, or unmutes it. */
function MuteButton({ policy }: { policy: AlertPolicy }) {
  const [isMuting, setMuting] = useState(false);
  const isMuted = policyState(policy, useNow()) === "MUTED";
  const unmute = useSend<void, AlertPolicy>({
    send: () => api.patch(`/v1/alert-policies/${policy.id}`, { mutedUntil: null }),
    invalidates: [keys.alertPolicies.all()],
    success: () => "The policy tells of its alerts again.",
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

/** What a policy looks for, whom it tells, and what came of it so far. */
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
            ["After an alert", `Silent for ${minutesText(policy.cooldownMinutes)}`],
            ["Told by mail", recipients.length > 0 ? recipients.join(", ") : "Nobody"],
            ["Created", <Time key="created" value={policy.createdAt} />],
            ["Changed", <Time key="changed" value={policy.updatedAt} />],
            ["Id", <Id key="id" value={policy.id} />],
          ]}
        />
      </Section>
      <Section title="What came of it">
        <KeyValue
          rows={[
            ["Alerts", <Count key="alerts" value={figures.alerts} />],
            ["Last alert", <Time key="last" value={figures.lastTriggeredAt} format="full" none="Never" />],
            ["Held while silent", <Count key="suppressed" value={figures.suppressed} />],
            ["Held while muted", <Count key="muted" value={figures.muted} />],
          ]}
        />
      </Section>
    </>
  );
}

const column = columnsOf<AuditEvent>();
/** The newest alerts of a policy, which carry its id among their tags, each with the event that set it off. */
function PolicyAlerts({ policy }: { policy: AlertPolicy }) {
  const names = useModelNames();
  const modelName = (event: AuditEvent) => {
    const modelId = textOf(event, "eventModelId") ?? event.modelId;
    return names.get(modelId) ?? modelId;
  };
  const columns: Column<AuditEvent>[] = [
    column.text("message", "What was seen", { of: messageOf, rowHeader: true, minWidth: "14rem" }),
    { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
    { id: "model", header: "Model", minWidth: "9rem", cell: modelName },
    { id: "cause", header: "Set off by", cell: (event) => <Cause event={event} /> },
    { id: "timestamp", header: "Time", cell: ({ timestamp }) => <Time value={timestamp} /> },
  ];
  return (
    <NewestEvents
      filter={{ tags: policy.id }}
      title="Alerts"
      name="policy-alerts"
      label="Newest alerts of the policy"
      columns={columns}
      card={(event) => (
        <>
          <div>
            <Severity value={event.severity} /> <Time value={event.timestamp} />
          </div>
          <div>
            {modelName(event)}, set off by <Cause event={event} />
          </div>
        </>
      )}
      empty={<EmptyState title="No alerts yet" text="It looks at events from when it was made, or last changed." />}
    />
  );
}

/** The event that set an alert off. */
function Cause({ event }: { event: AuditEvent }) {
  const eventId = textOf(event, "eventId");
  return eventId === undefined ? "–" : <Link href={`/audit/${eventId}`}>Event</Link>;
}

function messageOf(event: AuditEvent): string {
  return textOf(event, "message") ?? "Alert";
}

/** A text of the payload of an event that may be somebody else's: tags are anybody's to give. */
function textOf({ payload }: AuditEvent, member: string): string | undefined {
  // Of an event whose content was erased there is none.
  const value = payload?.[member];
  return typeof value === "string" ? value : undefined;
}

/** Deletes a policy, after asking. */
function DeletePolicy({ policy: { id, name } }: { policy: AlertPolicy }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/alert-policies/${id}`}
      list={{ key: keys.alertPolicies.list(), href: "/alert-policies" }}
      question={{
        title: `Delete ${name}?`,
        body: "It raises no alert any more. Those that it raised stay on the chain. This cannot be taken back.",
      }}
      note="Ends the policy for good; its alerts stay. To pause it, mute it or switch it off."
    />
  );
}
