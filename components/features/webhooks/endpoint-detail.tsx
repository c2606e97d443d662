"use client";

import { Alert } from "@mantine/core";
import { IconPlugConnectedX, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { RecordChanges } from "@/components/features/audit-chain/record-changes";
import { keys } from "@/components/ui/api/keys";
import { DialogButton } from "@/components/ui/detail/actions";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { Section } from "@/components/ui/detail/section";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Id } from "@/components/ui/values/identifiers";
import { breakable, KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { DeliveryList } from "./delivery-list";
import { EndpointHealth } from "./endpoint-health";
import {
  disabledText,
  endpointHost,
  endpointName,
  endpointState,
  endpointTitle,
  eventText,
  eventTypes,
} from "./labels";
import { common, endpointDetail as texts } from "./texts";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));
const TestDialog = dynamic(() => import("./test-dialog").then((file) => file.TestDialog));

const RecoverDialog = dynamic(() => import("./recover-dialog").then((file) => file.RecoverDialog));

export function EndpointDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<WebhookEndpoint>
      id={id}
      list={{ title: common.webhooks, href: "/webhooks", path: "/v1/webhooks", keys: keys.webhooks }}
      kind={texts.kind}
      permission="webhooks:write"
      title={endpointName}
      description={(endpoint) => endpoint.description !== "" && breakable(endpointTitle(endpoint))}
      toggle={(endpoint) => ({
        on: endpoint.active,
        labels: [terms.disable, terms.enable],
        change: (active) => ({ active }),
        success: ({ active }) => (active ? texts.endpointEnabled : texts.endpointDisabled),
        question: texts.disableQuestion(endpointTitle(endpoint)),
      })}
      alsoInvalidates={[keys.deliveries.all()]}
      actions={(endpoint) => (
        <DialogButton
          label={common.sendTestEvent}
          disabled={!endpoint.active}
          leftSection={<IconSend size={14} aria-hidden="true" />}
          dialog={(onClose) => <TestDialog endpoint={endpoint} onClose={onClose} />}
        />
      )}
      change={(record, etag, onClose) => <EndpointDialog record={record} etag={etag} onClose={onClose} />}
      notice={(endpoint) => <DisabledNotice endpoint={endpoint} />}
      facts={(endpoint) => <EndpointFacts endpoint={endpoint} />}
      secret={() => ({
        label: common.signingSecret,
        overlap: texts.overlap,
        advice: (before) =>
          before ? (
            <>
              Configure your receiver to use the new secret before {before}. Until then, every request is signed with
              both secrets.
            </>
          ) : (
            texts.signingSecretAdvice
          ),
      })}
      sections={(endpoint) => (
        <Section
          title={texts.failedDeliveries}
          note={texts.failedDeliveriesNote}
          panel
          action={
            <DialogButton
              label={common.replayFailedDeliveries}
              disabled={!endpoint.active}
              dialog={(onClose) => <RecoverDialog endpoint={endpoint} onClose={onClose} />}
            />
          }
        />
      )}
      changes={<RecordChanges id={id} />}
      remove={(endpoint) => ({
        name: endpointTitle(endpoint),
        question: {
          title: texts.deleteQuestion(endpointTitle(endpoint)),
          body: texts.deleteBody,
          typeToConfirm: endpointHost(endpoint),
        },
        note: texts.deleteNote,
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
      <Alert color="red" title={texts.failing}>
        <EndpointHealth endpoint={endpoint} />
      </Alert>
    ) : null;
  return (
    <Alert
      color={endpoint.disabledReason === null ? "gray" : "red"}
      title={texts.disabled}
      icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
    >
      {reason} Disabled since <Time value={endpoint.disabledAt} />.{" "}
      {mayWrite ? texts.enableAfterFix : texts.administratorCanEnable}
    </Alert>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <Section title={terms.details} panel>
        <KeyValue
          rows={[
            [terms.status, <StatusBadge key="status" kind="endpoint" value={endpointState(endpoint)} />],
            [common.health, endpoint.active ? <EndpointHealth key="health" endpoint={endpoint} /> : null],
            [common.url, <code key="url">{breakable(endpoint.url)}</code>],
            [terms.created, <Time key="created" value={endpoint.createdAt} />],
            [terms.updated, <Time key="changed" value={endpoint.updatedAt} />],
            [terms.id, <Id key="id" value={endpoint.id} />],
          ]}
        />
      </Section>
      <Section title={terms.events} panel>
        <ul className="plain-list" data-divided>
          {eventTypes
            .filter((type) => endpoint.events.includes(type))
            .map((type) => (
              <li key={type}>
                {eventText(type)}
                <div className="quiet">
                  <code>{type}</code>
                </div>
              </li>
            ))}
        </ul>
      </Section>
    </>
  );
}
