"use client";

import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";
import { DeliveryList } from "./delivery-list";
import styles from "./integrations.module.css";
import { productLabels } from "./labels";
import { productEvents } from "./product-events";
import { ReceiverUrl, SetupSteps } from "./setup-steps";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

export function IntegrationDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<Integration>
      id={id}
      list={{ title: "Integrations", href: "/integrations", path: "/v1/integrations", keys: keys.integrations }}
      kind={{ title: "Integration", label: "the integration" }}
      permission="admin"
      title={({ name }) => name}
      description={({ kind }) => productLabels[kind].summary}
      toggle={({ enabled: on }) => ({
        on,
        labels: ["Disable", "Enable"],
        change: (enabled) => ({ enabled }),
        success: ({ enabled }) => (enabled ? "Integration enabled." : "Integration disabled."),
        question: {
          title: "Disable this integration?",
          body: "Until you enable it again, deliveries will be rejected and missing deliveries will not be reported.",
        },
      })}
      change={(record, etag, onClose) => <IntegrationDialog record={record} etag={etag} onClose={onClose} />}
      notice={(integration) => <ConnectionNotice integration={integration} />}
      facts={(integration) => <IntegrationFacts integration={integration} />}
      secret={({ kind }) => rotationOf(productLabels[kind].name)}
      remove={({ name }) => ({
        name,
        question: {
          title: "Delete this integration?",
          body: "Its secret will be deleted and its deliveries will be rejected. Events that it has recorded will be kept. You can't undo this.",
          typeToConfirm: name,
        },
        note: "Permanently deletes the integration. Events and linked tickets are kept. To stop recording temporarily, disable the integration instead.",
      })}
      width="22rem"
    >
      {(integration) => (
        <div>
          <details className={styles.setup} open={integration.status === "WAITING"}>
            <summary>Set up {productLabels[integration.kind].name}</summary>
            <SetupSteps integration={integration} />
          </details>
          <DeliveryList integration={integration} />
          <ProductEvents kind={integration.kind} />
        </div>
      )}
    </ConfiguredPage>
  );
}

function rotationOf(product: string) {
  return {
    label: "secret",
    overlap: {
      label: "Accept the current secret for",
      description: `During this time, webhooks from ${product} can be signed with either secret.`,
    },
    advice: (before?: ReactNode) =>
      before ? (
        <>
          Update the webhook in {product} before {before}. After that, webhooks signed with the previous secret are
          rejected.
        </>
      ) : (
        `Update the webhook in ${product} now. Webhooks signed with the previous secret are rejected.`
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
        title={`No deliveries from ${name}`}
        icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
      >
        Disconnected since <Time value={disconnectedAt} />
        {silentAfterHours !== null && `, after ${countedText(silentAfterHours, "hour")} without a delivery`}. Last
        delivery: <Time value={lastSeenAt} format="relative" none="never" />. Check the webhook in {name}. The next
        delivery reconnects the integration.
      </Alert>
    );
  if (status === "DISABLED")
    return (
      <Alert color="orange" title="Disabled" icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        Deliveries from {name} are rejected. After you enable the integration, you can resend them from {name}.
      </Alert>
    );
  return null;
}

function IntegrationFacts({ integration }: { integration: Integration }) {
  const { id, kind, status, silentAfterHours, figures } = integration;
  return (
    <>
      <Section title="Details" titleHidden>
        <KeyValue
          rows={[
            ["Connection", <StatusBadge key="status" kind="integration" value={status} />],
            ["Product", productLabels[kind].name],
            ["Receiver URL", <ReceiverUrl key="url" url={integration.receiverUrl} />],
            ["Last delivery", <Time key="last" value={integration.lastSeenAt} format="full" none="None yet" />],
            [
              "Reported as disconnected",
              silentAfterHours === null ? "Never" : `After ${countedText(silentAfterHours, "hour")} without a delivery`,
            ],
            ["Recorded", <Count key="recorded" value={figures.recorded} />],
            ["Not recorded", <Count key="ignored" value={figures.ignored} />],
            ["Created", <Time key="created" value={integration.createdAt} />],
            ["Updated", <Time key="changed" value={integration.updatedAt} />],
            ["ID", <Id key="id" value={id} />],
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
    <Section title="Models">
      {models.length > 0 && (
        <ul className={`plain-list ${styles.rules}`} data-divided aria-label="Model rules">
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
          "Deliveries are not recorded as events until you add a model rule or a default model."
        ) : defaultModelId === null ? (
          "Deliveries that match no rule are not recorded."
        ) : (
          <>Default model: {link(defaultModelId)}</>
        )}
      </p>
    </Section>
  );
}

function ProductEvents({ kind }: { kind: IntegrationKind }) {
  return (
    <Section title="Recorded events">
      <table className={`${detail.table} ${styles.events}`}>
        <thead>
          <tr>
            <th scope="col">Trigger</th>
            <th scope="col">Event</th>
          </tr>
        </thead>
        <tbody>
          {productEvents[kind].map(({ what, becomes }) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{becomes === null ? <span className="quiet">None</span> : labelOf(becomes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">
        Other deliveries only update the connection status. Titles, descriptions, comments, names and addresses are not
        recorded on the audit chain.
      </p>
    </Section>
  );
}
