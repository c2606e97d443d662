"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf } from "@/components/ui/data-table/columns";
import { type Column, DataTable } from "@/components/ui/data-table/data-table";
import { Section } from "@/components/ui/detail/section";
import { EmptyState, QueryState } from "@/components/ui/feedback/states";
import { Bytes, Count, Duration } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { AuditStream, StreamBatch, StreamBatchList } from "@/lib/domains/audit-streams/schemas";
import { failureText } from "./labels";

const column = columnsOf<StreamBatch>();
const columns: Column<StreamBatch>[] = [
  column.time("startedAt", "Time", { format: "relative" }),
  column.text("outcome", "Outcome", {
    cell: ({ outcome, error, statusCode }) => (
      <>
        <StatusBadge kind="delivery" value={outcome ?? "PENDING"} /> {failureText(error, statusCode)}
      </>
    ),
  }),
  {
    id: "positions",
    header: "Positions",
    cell: ({ fromPosition, toPosition }) => (
      <>
        <Count value={fromPosition + 1} />–<Count value={toPosition} />
      </>
    ),
  },
  column.count("events", "Events"),
  column.count("bytes", "Size", { cell: ({ bytes }) => <Bytes value={bytes} /> }),
  column.count("durationMs", "Duration", {
    cell: ({ durationMs }) => (durationMs === null ? "–" : <Duration ms={durationMs} />),
  }),
];

/** The latest delivery attempts, newest first. */
export function StreamBatches({ stream: { id } }: { stream: AuditStream }) {
  const query = useRead<StreamBatchList>(keys.streams.batches(id), `/v1/audit-streams/${id}/batches`);
  return (
    <Section title="Recent batches">
      <QueryState query={query} label="the batches" height={160}>
        {({ data }) => (
          <DataTable
            name="stream-batches"
            label="Attempts"
            columns={columns}
            rows={data}
            rowId={({ number }) => String(number)}
            empty={<EmptyState title="No batches sent yet" />}
          />
        )}
      </QueryState>
    </Section>
  );
}
