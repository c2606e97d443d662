import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { endpointState } from "./endpoint-words";
import { eventText, eventTypes } from "./event-words";
import styles from "./webhooks.module.css";

/** What is known of an endpoint, and what it is told of. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <section className={styles.section} aria-label="Facts">
        <KeyValue
          rows={[
            ["Status", <StatusBadge key="status" kind="endpoint" value={endpointState(endpoint)} />],
            ["URL", <code key="url">{endpoint.url}</code>],
            ["Created", <Time key="created" value={endpoint.createdAt} />],
            ["Changed", <Time key="changed" value={endpoint.updatedAt} />],
            ["Id", <Id key="id" value={endpoint.id} />],
          ]}
        />
      </section>
      <section className={styles.section} aria-labelledby="endpoint-events">
        <h2 id="endpoint-events">Events</h2>
        <ul className={styles.eventList}>
          {eventTypes
            .filter((type) => endpoint.events.includes(type))
            .map((type) => (
              <li key={type}>
                <code>{type}</code>
                <div className={styles.quiet}>{eventText(type)}</div>
              </li>
            ))}
        </ul>
      </section>
    </>
  );
}
