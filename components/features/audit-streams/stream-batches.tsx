"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf } from "@/components/ui/data-table/columns";
import { type Column, DataTable } from "@/components/ui/data-table/data-table";
import { Section } from "@/components/ui/detail/section";
import { EmptyState, QueryState } from "@/components/ui/feedback/states";
import { terms } from "@/components/ui/terms";
import { Bytes, Count, Duration } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { AuditStream, StreamBatch, StreamBatchList } from "@/lib/domains/audit-streams/schemas";
import { failureText } from "./labels";
import { streamBatches as texts } from "./texts";

const column = columnsOf<StreamBatch>();
const columns: Column<StreamBatch>[] = [
  column.time("startedAt", terms.time, { format: "relative" }),
  column.text("outcome", texts.outcome, {
    cell: ({ outcome, error, statusCode }) => (
      <>
        <StatusBadge kind="delivery" value={outcome ?? "PENDING"} /> {failureText(error, statusCode)}
      </>
    ),
  }),
  {
    id: "positions",
    header: texts.positions,
    cell: ({ fromPosition, toPosition }) => (
      <>
        <Count value={fromPosition + 1} />–<Count value={toPosition} />
      </>
    ),
  },
  column.count("events", terms.events),
  column.count("bytes", terms.size, { cell: ({ bytes }) => <Bytes value={bytes} /> }),
  column.count("durationMs", texts.duration, {
    cell: ({ durationMs }) => (durationMs === null ? "–" : <Duration ms={durationMs} />),
  }),
];

/** The latest delivery attempts, newest first. */
export function StreamBatches({ stream: { id } }: { stream: AuditStream }) {
  const query = useRead<StreamBatchList>(keys.streams.batches(id), `/v1/audit-streams/${id}/batches`);
  return (
    <Section title={texts.recentBatches}>
      <QueryState query={query} label={texts.theBatches} height={160}>
        {({ data }) => (
          <DataTable
            name="stream-batches"
            label={texts.attempts}
            columns={columns}
            rows={data}
            rowId={({ number }) => String(number)}
            empty={<EmptyState title={texts.noBatchesSentYet} />}
          />
        )}
      </QueryState>
    </Section>
  );
}
