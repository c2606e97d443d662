"use client";

import { IconTransfer } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { failureText, filterText, lagText, positionText, streamHost } from "./labels";
import { StreamBacklog, StreamState } from "./stream-state";
import { common, streamList as texts } from "./texts";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

const column = columnsOf<AuditStream>();
const columns: Column<AuditStream>[] = [
  column.text("name", texts.stream, naming),
  { id: "receiver", header: texts.receiver, inCards: "bare", cell: streamHost, csv: ({ url }) => url },
  column.text("filter", common.filter, { of: filterText, inCards: false }),
  {
    id: "status",
    header: terms.status,
    inCards: "corner",
    cell: (stream) => <StreamState stream={stream} />,
    csv: ({ status }) => status,
  },
  {
    id: "backlog",
    header: common.backlog,
    minWidth: "12rem",
    cell: (stream) => <StreamBacklog stream={stream} />,
    csv: lagText,
  },
  column.count("position", terms.position, { align: "left", hiddenByDefault: true, cell: positionText }),
  column.text("lastError", texts.lastFailure, {
    cell: ({ lastError, lastStatusCode }) => failureText(lastError, lastStatusCode) ?? "–",
    hiddenByDefault: true,
  }),
  column.time("lastDeliveredAt", common.lastDelivered, { format: "relative", none: "Never" }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

export function StreamList() {
  return (
    <ListPage<AuditStream>
      title={common.streams}
      description={texts.pageDescription}
      create={{
        label: common.createStream,
        permission: "webhooks:write",
        dialog: (onClose) => <StreamDialog onClose={onClose} />,
      }}
      name="streams"
      listKey={keys.streams.list}
      path="/v1/audit-streams"
      columns={columns}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/streams/${id}`}
      fileName="audit-streams"
      empty={{
        icon: IconTransfer,
        title: texts.noStreamsYet,
        text: texts.noStreamsYetText,
      }}
    />
  );
}
