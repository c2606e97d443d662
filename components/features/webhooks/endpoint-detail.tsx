"use client";

import { Alert } from "@mantine/core";
import { IconPencil, IconPlugConnectedX, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { RotateSecret } from "@/components/ui/credentials/rotate-secret";
import { DeleteSection, DialogButton, Toggle } from "@/components/ui/detail/actions";
import detail from "@/components/ui/detail/detail.module.css";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { May, useMay } from "@/components/ui/page/session";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { DeliveryList } from "./delivery-list";
import { disabledText, endpointHost, endpointState, endpointTitle, eventText, eventTypes } from "./labels";
import styles from "./webhooks.module.css";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));
const TestDialog = dynamic(() => import("./test-dialog").then((file) => file.TestDialog));

/** One endpoint: its events, its deliveries, and its actions. */
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
            success={({ active }) => (active ? "The endpoint is enabled, from now on." : "The endpoint is disabled.")}
            question={{
              title: "Disable this endpoint?",
              body: "What is not delivered yet ends as failed, and nothing is kept for it until it is enabled again.",
            }}
          />
          <DialogButton
            label="Send a test event"
            disabled={!endpoint.active}
            leftSection={<IconSend size={14} aria-hidden="true" />}
            dialog={(onClose) => <TestDialog endpoint={endpoint} onClose={onClose} />}
          />
          <DialogButton
            label="Change"
            variant="filled"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            dialog={(onClose) => <EndpointDialog endpoint={endpoint} etag={etag} onClose={onClose} />}
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
                <MissedDeliveries endpoint={endpoint} />
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

/** Above an endpoint that is disabled: why, since when, and what that means. */
function DisabledNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const reason = disabledText(endpoint);
  if (reason === null) return null;
  return (
    <Alert
      color="red"
      title="This endpoint is told of nothing"
      icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
    >
      {reason} Since <Time value={endpoint.disabledAt} />.{" "}
      {mayWrite
        ? "Once its receiver is repaired, enable it: then it can be tested, and what failed before can be recovered."
        : "An administrator can enable it."}
    </Alert>
  );
}

/** What is known of an endpoint, and what it is told of. */
function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <Section title="Facts" titleHidden>
        <KeyValue
          rows={[
            ["Status", <StatusBadge key="status" kind="endpoint" value={endpointState(endpoint)} />],
            ["URL", <code key="url">{endpoint.url}</code>],
            ["Created", <Time key="created" value={endpoint.createdAt} />],
            ["Changed", <Time key="changed" value={endpoint.updatedAt} />],
            ["Id", <Id key="id" value={endpoint.id} />],
          ]}
        />
      </Section>
      <Section title="Events">
        <ul className={styles.eventList}>
          {eventTypes
            .filter((type) => endpoint.events.includes(type))
            .map((type) => (
              <li key={type}>
                <code>{type}</code>
                <div className={detail.quiet}>{eventText(type)}</div>
              </li>
            ))}
        </ul>
      </Section>
    </>
  );
}

const RecoverDialog = dynamic(() => import("./recover-dialog").then((file) => file.RecoverDialog));

/** The way to what failed while a receiver was down. */
function MissedDeliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <Section
      title="Missed deliveries"
      note="Sends what failed in a period again. What happened while the endpoint was disabled was not kept for it."
      action={
        <DialogButton
          label="Recover"
          disabled={!endpoint.active}
          dialog={(onClose) => <RecoverDialog endpoint={endpoint} onClose={onClose} />}
        />
      }
    />
  );
}

/** The signing secret of an endpoint. */
function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <RotateSecret<CreatedWebhookEndpoint>
      title="Signing secret"
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/webhooks/${endpoint.id}/rotate-secret`}
      invalidates={keys.webhooks.all()}
      previousSecretExpiresAt={endpoint.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      overlap={{
        label: "The present secret goes on signing for",
        description:
          "Requests carry a signature by each of the two, so that you can change your receivers one after the other.",
      }}
      unfinished="The oldest of the two secrets that sign now ends at once."
      secretOf={({ signingSecret }) => signingSecret}
      advice={(before) =>
        before ? (
          <>
            Put it into your receiver before {before}. Until then every request carries two signatures, and a receiver
            that accepts either misses nothing.
          </>
        ) : (
          "Put it into your receiver now: requests are signed with nothing else any more."
        )
      }
    />
  );
}

/** Deletes an endpoint, once its host was typed. */
function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <DeleteSection
      name={endpointTitle(endpoint)}
      path={`/v1/webhooks/${endpoint.id}`}
      list={{ key: keys.webhooks.list(), href: "/webhooks" }}
      question={{
        title: "Delete this endpoint?",
        body: "Its secrets and its record of deliveries go with it, and what is not delivered yet ends. This cannot be taken back.",
        typeToConfirm: endpointHost(endpoint),
      }}
      note="Ends the endpoint for good, with its record of deliveries. To pause it, disable it."
    />
  );
}
