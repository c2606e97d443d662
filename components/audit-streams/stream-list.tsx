"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconTransfer } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import styles from "@/components/detail/detail.module.css";
import { EmptyState } from "@/components/feedback/empty-state";
import { Count } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { AuditStream } from "@/lib/audit-streams/schemas";
import { failureText, filterText, lagText, streamHost } from "./stream-words";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

const columns: Column<AuditStream>[] = [
  { id: "name", header: "Stream", rowHeader: true, hideable: false, cell: ({ name }) => name, csv: ({ name }) => name },
  { id: "receiver", header: "Receiver", cell: streamHost, csv: ({ url }) => url },
  { id: "filter", header: "Sends", cell: filterText, csv: filterText },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="stream" value={status} />,
    csv: ({ status }) => status,
  },
  {
    id: "position",
    header: "Position",
    align: "right",
    cell: ({ position, headPosition }) => (
      <>
        <Count value={position} /> of <Count value={headPosition} />
      </>
    ),
    csv: ({ position }) => position,
  },
  { id: "lag", header: "Lag", cell: (stream) => <Lag stream={stream} />, csv: ({ lag }) => lag.events },
  {
    id: "lastError",
    header: "Last failure",
    cell: ({ lastError, lastStatusCode }) => failureText(lastError, lastStatusCode) ?? "–",
    csv: ({ lastError }) => lastError,
  },
  {
    id: "lastDeliveredAt",
    header: "Last delivered",
    hiddenByDefault: true,
    cell: ({ lastDeliveredAt }) => <Time value={lastDeliveredAt} format="relative" />,
    csv: ({ lastDeliveredAt }) => lastDeliveredAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** Receivers that get every event of the chain. */
export function StreamList() {
  const list = useList<AuditStream>({ key: keys.streams.list(), path: "/v1/audit-streams" });
  const [isCreating, setCreating] = useState(false);
  const create = (
    <May permission="webhooks:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setCreating(true)}>
        Create a stream
      </Button>
    </May>
  );
  return (
    <Page
      title="Streams"
      description="Receivers of yours, such as a SIEM, that get the whole audit trail in batches and in its order."
      actions={create}
    >
      <DataTable
        name="streams"
        label="Audit streams"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `/streams/${id}`}
        query={list.query}
        page={list.page}
        empty={
          <EmptyState
            icon={<IconTransfer size={28} />}
            title="No streams yet"
            text="A stream sends events with their hashes, from wherever you say, and goes on where the receiver last said that it has them."
            action={create}
          />
        }
        card={(stream) => <StreamCard stream={stream} />}
        exportAll={{ fileName: "audit-streams", fetchPage: list.fetchPage }}
      />
      {isCreating && <StreamDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Lag({ stream }: { stream: AuditStream }) {
  const { oldestReceivedAt } = stream.lag;
  return (
    <>
      {lagText(stream)}
      {oldestReceivedAt !== null && (
        <span className={styles.quiet}>
          {", oldest "}
          <Time value={oldestReceivedAt} format="relative" />
        </span>
      )}
    </>
  );
}

function StreamCard({ stream }: { stream: AuditStream }) {
  const failure = failureText(stream.lastError, stream.lastStatusCode);
  return (
    <>
      <div>
        <StatusBadge kind="stream" value={stream.status} /> {streamHost(stream)}
      </div>
      <div className={styles.quiet}>
        <Lag stream={stream} />
      </div>
      {failure !== null && <div>{failure}</div>}
    </>
  );
}
