"use client";

import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { RecordChanges } from "@/components/features/audit-chain/record-changes";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { DeliveryList } from "./delivery-list";
import styles from "./integrations.module.css";
import { productLabels } from "./labels";
import { productEvents } from "./product-events";
import { ReceiverUrl, SetupSteps } from "./setup-steps";
import { common, integrationDetail as texts } from "./texts";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

export function IntegrationDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<Integration>
      id={id}
      list={{ title: common.integrations, href: "/integrations", path: "/v1/integrations", keys: keys.integrations }}
      kind={texts.kind}
      permission="admin"
      title={({ name }) => name}
      description={({ kind }) => productLabels[kind].summary}
      toggle={({ enabled: on, name }) => ({
        on,
        labels: [terms.disable, terms.enable],
        change: (enabled) => ({ enabled }),
        success: ({ enabled }) => (enabled ? texts.integrationEnabled : texts.integrationDisabled),
        question: texts.disableQuestion(name),
      })}
      change={(record, etag, onClose) => <IntegrationDialog record={record} etag={etag} onClose={onClose} />}
      notice={(integration) => <ConnectionNotice integration={integration} />}
      facts={(integration) => <IntegrationFacts integration={integration} />}
      secret={({ kind }) => rotationOf(productLabels[kind].name)}
      changes={<RecordChanges id={id} />}
      remove={({ name }) => ({
        name,
        question: {
          title: texts.deleteQuestion(name),
          body: texts.deleteBody,
          typeToConfirm: name,
        },
        note: texts.note,
      })}
    >
      {(integration) => (
        <>
          <details className={styles.setup} open={integration.status === "WAITING"}>
            <summary>{texts.setUp(productLabels[integration.kind].name)}</summary>
            <SetupSteps integration={integration} />
          </details>
          <DeliveryList integration={integration} />
          <ProductEvents kind={integration.kind} />
        </>
      )}
    </ConfiguredPage>
  );
}

function rotationOf(product: string) {
  return {
    label: common.secret,
    overlap: {
      label: texts.acceptCurrentSecret,
      description: texts.overlapDescription(product),
    },
    advice: (before?: ReactNode) =>
      before ? (
        <>
          Update the webhook in {product} before {before}. After that, webhooks signed with the previous secret are
          rejected.
        </>
      ) : (
        texts.updateWebhookNow(product)
      ),
  };
}

function ConnectionNotice({ integration }: { integration: Integration }) {
  const { kind, status, lastSeenAt, disconnectedAt, silentAfterHours } = integration;
  const { name } = productLabels[kind];
  if (status === "DISCONNECTED")
    return (
      <Alert
        color="red"
        title={texts.noDeliveriesFrom(name)}
        icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
      >
        Disconnected since <Time value={disconnectedAt} />
        {silentAfterHours !== null && texts.disconnectedAfter(silentAfterHours)}. Last delivery:{" "}
        <Time value={lastSeenAt} none={texts.never} />. Check the webhook in {name}. The next delivery reconnects the
        integration.
      </Alert>
    );
  if (status === "DISABLED")
    return (
      <Alert color="gray" title={terms.disabled} icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        {texts.deliveriesRejectedAfter(name)}
      </Alert>
    );
  return null;
}

function IntegrationFacts({ integration }: { integration: Integration }) {
  const { id, kind, status, silentAfterHours, figures, ticketSettings } = integration;
  return (
    <>
      <Section title={terms.details} panel>
        <KeyValue
          rows={[
            [common.connection, <StatusBadge key="status" kind="integration" value={status} />],
            [common.product, productLabels[kind].name],
            [texts.receiverUrl, <ReceiverUrl key="url" url={integration.receiverUrl} />],
            [common.lastDelivery, <Time key="last" value={integration.lastSeenAt} none={terms.noneYet} />],
            [texts.disconnectionAlert, silentAfterHours === null ? terms.never : texts.alertAfter(silentAfterHours)],
            ...(kind === "MLFLOW"
              ? []
              : [
                  [
                    common.tickets,
                    ticketSettings ? texts.ticketsIn(ticketSettings.project, ticketSettings.baseUrl) : terms.none,
                  ] as const,
                ]),
            [texts.recorded, <Count key="recorded" value={figures.recorded} />],
            [common.withoutEvent, <Count key="ignored" value={figures.ignored} />],
            [terms.created, <Time key="created" value={integration.createdAt} />],
            [terms.updated, <Time key="changed" value={integration.updatedAt} />],
            [terms.id, <Id key="id" value={id} />],
          ]}
        />
      </Section>
      <ModelMap integration={integration} />
    </>
  );
}

function ModelMap({ integration: { models, defaultModelId } }: { integration: Integration }) {
  const names = useModelNames();
  const link = (modelId: string) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>;
  return (
    <Section title={terms.models} panel>
      {models.length > 0 && (
        <ul className={`plain-list ${styles.rules}`} data-divided aria-label={texts.modelRules}>
          {models.map(({ match, modelId }) => (
            <li key={match}>
              <code>{match}</code>
              <div>{link(modelId)}</div>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        {models.length === 0 && defaultModelId === null ? (
          texts.noRules
        ) : defaultModelId === null ? (
          texts.unmatchedIgnored
        ) : (
          <>
            {texts.defaultModel} {link(defaultModelId)}
          </>
        )}
      </p>
    </Section>
  );
}

function ProductEvents({ kind }: { kind: IntegrationKind }) {
  return (
    <Section title={texts.recordedEvents} panel>
      <table className={detail.table}>
        <thead>
          <tr>
            <th scope="col">{texts.trigger}</th>
            <th scope="col">{terms.event}</th>
          </tr>
        </thead>
        <tbody>
          {productEvents[kind].map(({ what, becomes }) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{becomes === null ? <span className="quiet">{terms.none}</span> : labelOf(becomes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">{texts.otherDeliveries}</p>
    </Section>
  );
}
