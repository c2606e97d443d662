"use client";

import { IconAlertTriangle, IconRouter } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { Count, Percent } from "@/components/values/figures";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { LogSource } from "@/lib/shadow-ai/schemas-sources";
import styles from "./sources.module.css";

const silentAfterSeconds = 24 * 60 * 60;

const columns: Column<LogSource>[] = [
  { id: "name", header: "Source", rowHeader: true, hideable: false, cell: ({ name }) => name, csv: ({ name }) => name },
  { id: "format", header: "Format", cell: ({ format }) => format ?? "–", csv: ({ format }) => format },
  { id: "via", header: "Comes by", cell: ({ via }) => wordsOf(via), csv: ({ via }) => via },
  {
    id: "records",
    header: "Records",
    align: "right",
    cell: ({ records }) => <Count value={records} />,
    csv: ({ records }) => records,
  },
  {
    id: "errorRate",
    header: "Unreadable",
    align: "right",
    cell: ({ errorRate }) => <Percent value={errorRate} />,
    csv: ({ errorRate }) => errorRate,
  },
  {
    id: "lastRecordAt",
    header: "Newest record",
    cell: (source) => <Newest source={source} />,
    csv: ({ lastRecordAt }) => lastRecordAt,
  },
  {
    id: "lastImportAt",
    header: "Last import",
    cell: ({ lastImportAt }) => <Time value={lastImportAt} format="relative" />,
    csv: ({ lastImportAt }) => lastImportAt,
  },
];

/** The sensors and logs that have sent something. */
export function SourceList() {
  const list = useList<LogSource>({ key: keys.sources.list(), path: "/v1/sensors/sources" });
  return (
    <DataTable
      name="sources"
      label="Log sources"
      columns={columns}
      rows={list.rows}
      rowId={({ id }) => id}
      query={list.query}
      page={list.page}
      empty={
        <EmptyState
          icon={<IconRouter size={28} />}
          title="No logs have come in yet"
          text="Import a log of a proxy, a resolver or a sensor here, or have it sent through the API."
        />
      }
      exportAll={{ fileName: "log-sources", fetchPage: list.fetchPage }}
    />
  );
}

/** When the newest record was made; a source without any for a day says so, for silence looks like good news. */
function Newest({ source: { lastRecordAt, lagSeconds } }: { source: LogSource }) {
  const isSilent = lagSeconds === null || lagSeconds > silentAfterSeconds;
  return (
    <span className={isSilent ? styles.silent : undefined}>
      {isSilent && <IconAlertTriangle size={14} aria-hidden="true" />}
      {isSilent && "Silent, "}
      <Time value={lastRecordAt} format="relative" none="nothing yet" />
    </span>
  );
}
