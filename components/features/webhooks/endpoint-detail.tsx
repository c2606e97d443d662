"use client";

import { Alert } from "@mantine/core";
import { IconPlugConnectedX, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { DialogButton } from "@/components/ui/detail/actions";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { Section } from "@/components/ui/detail/section";
import { useMay } from "@/components/ui/page/session";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { DeliveryList } from "./delivery-list";
import { disabledText, endpointHost, endpointState, endpointTitle, eventText, eventTypes, healthText } from "./labels";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));
const TestDialog = dynamic(() => import("./test-dialog").then((file) => file.TestDialog));

const RecoverDialog = dynamic(() => import("./recover-dialog").then((file) => file.RecoverDialog));

export function EndpointDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<WebhookEndpoint>
      id={id}
      list={{ title: "Webhooks", href: "/webhooks", path: "/v1/webhooks", keys: keys.webhooks }}
      kind={{ title: "Webhook endpoint", label: "the endpoint" }}
      permission="webhooks:write"
      title={endpointTitle}
      description={({ description }) => description}
      toggle={({ active: on }) => ({
        on,
        labels: ["Disable", "Enable"],
        change: (active) => ({ active }),
        success: ({ active }) => (active ? "Endpoint enabled." : "Endpoint disabled."),
        question: {
          title: "Disable this endpoint?",
          body: "Pending deliveries will fail. Events that occur while the endpoint is disabled will not be delivered later.",
        },
      })}
      alsoInvalidates={[keys.deliveries.all()]}
      actions={(endpoint) => (
        <DialogButton
          label="Send test event"
          disabled={!endpoint.active}
          leftSection={<IconSend size={14} aria-hidden="true" />}
          dialog={(onClose) => <TestDialog endpoint={endpoint} onClose={onClose} />}
        />
      )}
      change={(record, etag, onClose) => <EndpointDialog record={record} etag={etag} onClose={onClose} />}
      notice={(endpoint) => <DisabledNotice endpoint={endpoint} />}
      facts={(endpoint) => <EndpointFacts endpoint={endpoint} />}
      secret={() => ({
        label: "signing secret",
        overlap: {
          label: "Keep the current secret active for",
          description:
            "During this time, requests are signed with both secrets, so you can update your receivers one by one.",
        },
        advice: (before) =>
          before ? (
            <>
              Configure your receiver to use the new secret before {before}. Until then, every request is signed with
              both secrets.
            </>
          ) : (
            "Configure your receiver to use the new secret now. Requests are no longer signed with the previous secret."
          ),
      })}
      sections={(endpoint) => (
        <Section
          title="Failed deliveries"
          note="Resend deliveries that failed in a given period. Events that occurred while the endpoint was disabled are not included."
          action={
            <DialogButton
              label="Replay failed deliveries"
              disabled={!endpoint.active}
              dialog={(onClose) => <RecoverDialog endpoint={endpoint} onClose={onClose} />}
            />
          }
        />
      )}
      remove={(endpoint) => ({
        name: endpointTitle(endpoint),
        question: {
          title: "Delete this endpoint?",
          body: "Its secrets and delivery history will be deleted, and pending deliveries will be cancelled. You can't undo this.",
          typeToConfirm: endpointHost(endpoint),
        },
        note: "Permanently deletes the endpoint and its delivery history. To stop deliveries temporarily, disable the endpoint instead.",
      })}
    >
      {(endpoint) => <DeliveryList endpoint={endpoint} />}
    </ConfiguredPage>
  );
}

function DisabledNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const reason = disabledText(endpoint);
  if (reason === null)
    return endpoint.health.status === "FAILING" ? (
      <Alert color="red" title="Deliveries to this endpoint are failing">
        {healthText(endpoint)} Last failure: <Time value={endpoint.health.lastFailure?.at} />.
      </Alert>
    ) : null;
  return (
    <Alert
      color="red"
      title="This endpoint is disabled and receives no events"
      icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
    >
      {reason} Disabled since <Time value={endpoint.disabledAt} />.{" "}
      {mayWrite
        ? "After you fix the receiver, enable the endpoint, send a test event, and replay the failed deliveries."
        : "An administrator can enable the endpoint again."}
    </Alert>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <Section title="Details" titleHidden>
        <KeyValue
          rows={[
            ["Status", <StatusBadge key="status" kind="endpoint" value={endpointState(endpoint)} />],
            ["Health", endpoint.active ? healthText(endpoint) : null],
            ["URL", <code key="url">{endpoint.url}</code>],
            ["Created", <Time key="created" value={endpoint.createdAt} />],
            ["Updated", <Time key="changed" value={endpoint.updatedAt} />],
            ["ID", <Id key="id" value={endpoint.id} />],
          ]}
        />
      </Section>
      <Section title="Events">
        <ul className="plain-list" data-divided>
          {eventTypes
            .filter((type) => endpoint.events.includes(type))
            .map((type) => (
              <li key={type}>
                <code>{type}</code>
                <div className="quiet">{eventText(type)}</div>
              </li>
            ))}
        </ul>
      </Section>
    </>
  );
}
