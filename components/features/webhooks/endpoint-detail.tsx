"use client";

import { Alert } from "@mantine/core";
import { IconPencil, IconPlugConnectedX, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { RotateSecret } from "@/components/ui/credentials/rotate-secret";
import { DeleteSection, DialogButton, Toggle } from "@/components/ui/detail/actions";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { May, useMay } from "@/components/ui/page/session";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { DeliveryList } from "./delivery-list";
import { disabledText, endpointHost, endpointState, endpointTitle, eventText, eventTypes } from "./labels";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));
const TestDialog = dynamic(() => import("./test-dialog").then((file) => file.TestDialog));

export function EndpointDetail({ id }: { id: string }) {
  return (
    <ResourcePage<WebhookEndpoint>
      queryKey={keys.webhooks.one(id)}
      path={`/v1/webhooks/${id}`}
      kind={{ title: "Webhook endpoint", label: "the endpoint" }}
      breadcrumbs={[{ label: "Webhooks", href: "/webhooks" }]}
      title={endpointTitle}
      description={({ description }) => description}
      actions={(endpoint, etag) => (
        <May permission="webhooks:write">
          <Toggle<WebhookEndpoint>
            on={endpoint.active}
            labels={["Disable", "Enable"]}
            path={`/v1/webhooks/${id}`}
            change={(active) => ({ active })}
            invalidates={[keys.webhooks.all(), keys.deliveries.all()]}
            success={({ active }) => (active ? "Endpoint enabled." : "Endpoint disabled.")}
            question={{
              title: "Disable this endpoint?",
              body: "Pending deliveries fail. Events that occur while the endpoint is disabled are not delivered later.",
            }}
          />
          <DialogButton
            label="Send test event"
            disabled={!endpoint.active}
            leftSection={<IconSend size={14} aria-hidden="true" />}
            dialog={(onClose) => <TestDialog endpoint={endpoint} onClose={onClose} />}
          />
          <DialogButton
            label="Edit"
            variant="filled"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            dialog={(onClose) => <EndpointDialog record={endpoint} etag={etag} onClose={onClose} />}
          />
        </May>
      )}
    >
      {(endpoint) => (
        <>
          <DisabledNotice endpoint={endpoint} />
          <Columns narrow="start">
            <div>
              <EndpointFacts endpoint={endpoint} />
              <SigningSecret endpoint={endpoint} />
              <May permission="webhooks:write">
                <FailedDeliveries endpoint={endpoint} />
                <DeleteEndpoint endpoint={endpoint} />
              </May>
            </div>
            <DeliveryList endpoint={endpoint} />
          </Columns>
        </>
      )}
    </ResourcePage>
  );
}

function DisabledNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const reason = disabledText(endpoint);
  if (reason === null) return null;
  return (
    <Alert
      color="red"
      title="This endpoint is disabled and receives no events"
      icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
    >
      {reason} Disabled since <Time value={endpoint.disabledAt} />.{" "}
      {mayWrite
        ? "After you fix the receiver, enable the endpoint, send a test event, and replay the failed deliveries."
        : "An administrator can enable it."}
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

const RecoverDialog = dynamic(() => import("./recover-dialog").then((file) => file.RecoverDialog));

function FailedDeliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
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
  );
}

function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <RotateSecret
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/webhooks/${endpoint.id}/rotate-secret`}
      invalidates={keys.webhooks.all()}
      previousSecretExpiresAt={endpoint.previousSecretExpiresAt}
      overlap={{
        label: "Keep the current secret active for",
        description:
          "During this time, requests are signed with both secrets, so you can update your receivers one by one.",
      }}
      advice={(before) =>
        before ? (
          <>Configure your receiver to use it before {before}. Until then, every request is signed with both secrets.</>
        ) : (
          "Configure your receiver to use it now. Requests are no longer signed with the previous secret."
        )
      }
    />
  );
}

function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <DeleteSection
      name={endpointTitle(endpoint)}
      path={`/v1/webhooks/${endpoint.id}`}
      list={{ key: keys.webhooks.list(), href: "/webhooks" }}
      question={{
        title: "Delete this endpoint?",
        body: "Its secrets and its delivery history are deleted, and pending deliveries are cancelled. You can't undo this.",
        typeToConfirm: endpointHost(endpoint),
      }}
      note="Permanently deletes the endpoint and its delivery history. To stop deliveries temporarily, disable the endpoint instead."
    />
  );
}
