"use client";

import { Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { breakable } from "@/components/ui/values/key-value";
import { Hint, Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { EndpointHealth } from "./endpoint-health";
import { activeValues, endpointFilters } from "./filters";
import { disabledText, endpointState, endpointTitle, healthText } from "./labels";
import { common, endpointList as texts } from "./texts";
import styles from "./webhooks.module.css";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));

const column = columnsOf<WebhookEndpoint>();
const columns: Column<WebhookEndpoint>[] = [
  column.text("url", common.endpoint, {
    cell: (endpoint) => <EndpointName endpoint={endpoint} />,
    ...naming,
    inCards: true,
  }),
  column.text("description", terms.description, { hiddenByDefault: true, inCards: false }),
  {
    id: "events",
    header: terms.events,
    inCards: false,
    cell: ({ events }) => <EventNames events={events} />,
    csv: ({ events }) => events.join(" "),
  },
  column.status("endpoint", endpointState),
  {
    id: "health",
    header: common.health,
    inCards: "bare",
    cell: (endpoint) => <Health endpoint={endpoint} />,
    csv: healthOf,
  },
  column.time("createdAt", terms.created, { format: "day", inCards: false }),
  column.time("updatedAt", terms.updated, { format: "relative", hiddenByDefault: true }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

const activeLabel = (value: string) => (value === "true" ? terms.enabled : terms.disabled);

export function EndpointList() {
  return (
    <ListPage<WebhookEndpoint, typeof endpointFilters>
      title={common.webhooks}
      description={texts.pageDescription}
      label={texts.webhookEndpoints}
      create={{
        label: texts.createEndpoint,
        permission: "webhooks:write",
        dialog: (onClose) => <EndpointDialog onClose={onClose} />,
      }}
      name="webhooks"
      listKey={keys.webhooks.list}
      path="/v1/webhooks"
      parsers={endpointFilters}
      filterFields={{ active: { label: terms.status, options: activeValues, labelOf: activeLabel } }}
      columns={columns}
      rowLabel={endpointTitle}
      rowHref={({ id }) => `/webhooks/${id}`}
      fileName="webhook-endpoints"
      empty={{
        icon: IconWebhook,
        title: texts.noEndpointsYet,
        text: texts.noEndpointsYetText,
      }}
    />
  );
}

/** The description of an endpoint, if it has one, and its URL. */
function EndpointName({ endpoint }: { endpoint: WebhookEndpoint }) {
  const url = breakable(endpointTitle(endpoint));
  if (endpoint.description === "") return url;
  return (
    <>
      <Text span inherit lineClamp={2}>
        {endpoint.description}
      </Text>
      <span className={styles.url}>{url}</span>
    </>
  );
}

function healthOf(endpoint: WebhookEndpoint): string {
  return disabledText(endpoint) ?? healthText(endpoint);
}

/** The health of an endpoint, or why it was disabled, with the time. */
function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const reason = disabledText(endpoint);
  if (reason === null) return <EndpointHealth endpoint={endpoint} format="relative" />;
  return (
    <>
      {reason.replace(/\.$/, "")}, <Time value={endpoint.disabledAt} format="relative" />
    </>
  );
}

const shown = 2;

/** The first event types of an endpoint and the number of others; all of them on hover and focus. */
function EventNames({ events }: { events: readonly string[] }) {
  const rest = events.length - shown;
  return (
    <span className={styles.events}>
      {events.slice(0, shown).map((type) => (
        <code key={type}>{type}</code>
      ))}
      {rest > 0 && (
        <Hint text={events.join(", ")}>
          <span className="quiet">+{rest}</span>
        </Hint>
      )}
    </span>
  );
}
