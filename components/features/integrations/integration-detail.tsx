"use client";

import { Alert } from "@mantine/core";
import { IconPencil, IconPlugConnectedX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { RotateSecret } from "@/components/ui/credentials/rotate-secret";
import { DeleteSection, DialogButton, Toggle } from "@/components/ui/detail/actions";
import detail from "@/components/ui/detail/detail.module.css";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { CreatedIntegration, Integration } from "@/lib/domains/integrations/schemas";
import type { IntegrationKind } from "@/lib/domains/integrations/vocabulary";
import { countedText, labelOf } from "@/lib/platform/client/format";
import { DeliveryList } from "./delivery-list";
import styles from "./integrations.module.css";
import { productWords } from "./labels";
import { productEvents } from "./product-events";
import { ReceiverUrl, SetupSteps } from "./setup-steps";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

/** One integration: its connection, its deliveries, and how it is set up. */
export function IntegrationDetail({ id }: { id: string }) {
  return (
    <ResourcePage<Integration>
      queryKey={keys.integrations.one(id)}
      path={`/v1/integrations/${id}`}
      kind={{ title: "Integration", label: "the integration" }}
      breadcrumbs={[{ label: "Integrations", href: "/integrations" }]}
      title={({ name }) => name}
      description={({ kind }) => productWords[kind].brings}
      actions={(integration, etag) => (
        <May permission="admin">
          <EnableSwitch integration={integration} />
          <DialogButton
            label="Change"
            variant="filled"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            dialog={(onClose) => <IntegrationDialog integration={integration} etag={etag} onClose={onClose} />}
          />
        </May>
      )}
    >
      {(integration) => (
        <>
          <ConnectionNotice integration={integration} />
          <Columns narrow="start" width="22rem">
            <div>
              <IntegrationFacts integration={integration} />
              <IntegrationSecret integration={integration} />
              <May permission="admin">
                <DeleteIntegration integration={integration} />
              </May>
            </div>
            <div>
              <details className={styles.setup} open={integration.status === "WAITING"}>
                <summary>How {productWords[integration.kind].name} is set up</summary>
                <SetupSteps integration={integration} />
              </details>
              <DeliveryList integration={integration} />
              <ProductEvents kind={integration.kind} />
            </div>
          </Columns>
        </>
      )}
    </ResourcePage>
  );
}

/** Disables an integration, after asking, or enables it again. */
function EnableSwitch({ integration: { id, enabled } }: { integration: Integration }) {
  return (
    <Toggle<Integration>
      on={enabled}
      labels={["Disable", "Enable"]}
      path={`/v1/integrations/${id}`}
      change={(next) => ({ enabled: next })}
      invalidates={[keys.integrations.all()]}
      success={(changed) => (changed.enabled ? "The integration is enabled." : "The integration is disabled.")}
      question={{
        title: "Disable this integration?",
        body: "Its deliveries are refused until it is enabled again, and nobody is told that none come.",
      }}
    />
  );
}

/** Above an integration of which nothing comes: since when, and what to do. */
function ConnectionNotice({ integration }: { integration: Integration }) {
  const { kind, status, lastSeenAt, disconnectedAt, silentAfterHours } = integration;
  const { name } = productWords[kind];
  if (status === "DISCONNECTED")
    return (
      <Alert color="red" title={`${name} has fallen silent`} icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        Disconnected since <Time value={disconnectedAt} />
        {silentAfterHours !== null && `, after ${countedText(silentAfterHours, "hour")} without a delivery`}. The last
        one came: <Time value={lastSeenAt} format="relative" none="never" />. Look at the webhook in {name}: its next
        delivery connects it again.
      </Alert>
    );
  if (status === "DISABLED")
    return (
      <Alert color="orange" title="Disabled" icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        What {name} sends is refused. Once it is enabled, what was refused can be sent again from there.
      </Alert>
    );
  return null;
}

/** What is known of an integration: where it receives, whether anything comes, and which things are which models. */
function IntegrationFacts({ integration }: { integration: Integration }) {
  const { id, kind, status, silentAfterHours, figures } = integration;
  return (
    <>
      <Section title="Facts" titleHidden>
        <KeyValue
          rows={[
            ["Connection", <StatusBadge key="status" kind="integration" value={status} />],
            ["Product", productWords[kind].name],
            ["Receives at", <ReceiverUrl key="url" url={integration.receiverUrl} />],
            ["Last delivery", <Time key="last" value={integration.lastSeenAt} format="full" none="None yet" />],
            [
              "Silence is told",
              silentAfterHours === null ? "Never" : `After ${countedText(silentAfterHours, "hour")} without a delivery`,
            ],
            ["Became events", <Count key="recorded" value={figures.recorded} />],
            ["Not recorded", <Count key="ignored" value={figures.ignored} />],
            ["Created", <Time key="created" value={integration.createdAt} />],
            ["Changed", <Time key="changed" value={integration.updatedAt} />],
            ["Id", <Id key="id" value={id} />],
          ]}
        />
      </Section>
      <ModelMap integration={integration} />
    </>
  );
}

function ModelMap({ integration: { kind, models, defaultModelId } }: { integration: Integration }) {
  const names = useModelNames();
  const link = (modelId: string) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>;
  return (
    <Section title="Models">
      {models.length > 0 && (
        <ul className={styles.rules} aria-label={`${productWords[kind].match} by model`}>
          {models.map(({ match, modelId }) => (
            <li key={match}>
              <code>{match}</code>
              <div>{link(modelId)}</div>
            </li>
          ))}
        </ul>
      )}
      <p className={detail.quiet}>
        {models.length === 0 && defaultModelId === null ? (
          "Nothing is recorded: no rule says which model it is, and there is none for the rest."
        ) : (
          <>
            {models.length > 0 ? "Everything else: " : "Everything: "}
            {defaultModelId === null ? "not recorded" : link(defaultModelId)}
          </>
        )}
      </p>
    </Section>
  );
}

/** The secret of an integration. */
function IntegrationSecret({ integration }: { integration: Integration }) {
  const { name } = productWords[integration.kind];
  return (
    <RotateSecret<CreatedIntegration>
      title="Secret"
      label="secret"
      permission="admin"
      path={`/v1/integrations/${integration.id}/rotate-secret`}
      invalidates={keys.integrations.all()}
      previousSecretExpiresAt={integration.previousSecretExpiresAt}
      words={{ two: "Two secrets are taken", one: "One secret is taken" }}
      overlap={{
        label: "The present secret is still taken for",
        description: `What ${name} signs with either of the two is taken, so that nothing is missed while you replace it there.`,
      }}
      unfinished="The oldest of the two secrets that are taken now ends at once."
      secretOf={({ secret }) => secret}
      advice={(before) =>
        before ? (
          <>
            Put it into the webhook in {name} before {before}. What is signed with the old one is refused from then on.
          </>
        ) : (
          `Put it into the webhook in ${name} now: what is signed with the old one is refused already.`
        )
      }
    />
  );
}

/** Deletes an integration, once its name was typed. */
function DeleteIntegration({ integration: { id, name } }: { integration: Integration }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/integrations/${id}`}
      list={{ key: keys.integrations.list(), href: "/integrations" }}
      question={{
        title: "Delete this integration?",
        body: "Its secret goes with it, and what the product sends is refused. The events that came from it stay. This cannot be taken back.",
        typeToConfirm: name,
      }}
      note="Ends the connection for good; events and linked tickets stay. To pause it, disable it."
    />
  );
}

/** What becomes an event of a product, as a table. */
function ProductEvents({ kind }: { kind: IntegrationKind }) {
  return (
    <Section title="What becomes an event">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Event</th>
          </tr>
        </thead>
        <tbody>
          {productEvents[kind].map(({ what, becomes }) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{becomes === null ? <span className={detail.quiet}>None</span> : labelOf(becomes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={detail.quiet}>
        Everything else only shows that the connection is alive. Titles, descriptions, comments, names and addresses
        stay outside the chain.
      </p>
    </Section>
  );
}
