"use client";

import { Link } from "@/components/app/link";
import { useModelNames } from "@/components/audit/use-model-names";
import { Count } from "@/components/values/figures";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { countedText } from "@/lib/client/format";
import type { Integration } from "@/lib/integrations/schemas";
import styles from "./integrations.module.css";
import { productWords } from "./product-words";
import { ReceiverUrl } from "./receiver-url";

/** What is known of an integration: where it receives, whether anything comes, and which things are which models. */
export function IntegrationFacts({ integration }: { integration: Integration }) {
  const { id, kind, status, silentAfterHours, figures } = integration;
  return (
    <>
      <section className={styles.section} aria-label="Facts">
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
      </section>
      <ModelMap integration={integration} />
    </>
  );
}

function ModelMap({ integration: { kind, models, defaultModelId } }: { integration: Integration }) {
  const names = useModelNames();
  const link = (modelId: string) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>;
  return (
    <section className={styles.section} aria-labelledby="models">
      <h2 id="models">Models</h2>
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
      <p className={styles.quiet}>
        {models.length === 0 && defaultModelId === null ? (
          "Nothing is recorded: no rule says which model it is, and there is none for the rest."
        ) : (
          <>
            {models.length > 0 ? "Everything else: " : "Everything: "}
            {defaultModelId === null ? "not recorded" : link(defaultModelId)}
          </>
        )}
      </p>
    </section>
  );
}
