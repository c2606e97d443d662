"use client";

import { Modal } from "@mantine/core";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { Bytes, Count } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { LogImport } from "@/lib/shadow-ai/schemas-sources";
import { ImportFigures } from "./import-figures";

const columns: Column<LogImport>[] = [
  {
    id: "source",
    header: "Source",
    rowHeader: true,
    hideable: false,
    cell: ({ source }) => source,
    csv: ({ source }) => source,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="import" value={status} />,
    csv: ({ status }) => status,
  },
  { id: "format", header: "Format", cell: ({ format }) => format ?? "–", csv: ({ format }) => format },
  { id: "via", header: "Came by", cell: ({ via }) => wordsOf(via), csv: ({ via }) => via },
  {
    id: "accepted",
    header: "Accepted",
    align: "right",
    cell: ({ accepted }) => <Count value={accepted} />,
    csv: ({ accepted }) => accepted,
  },
  {
    id: "counted",
    header: "Of AI",
    align: "right",
    cell: ({ counted }) => <Count value={counted} />,
    csv: ({ counted }) => counted,
  },
  {
    id: "rejected",
    header: "Rejected",
    align: "right",
    cell: ({ rejected }) => <Count value={rejected} />,
    csv: ({ rejected }) => rejected,
  },
  {
    id: "bytes",
    header: "Size",
    align: "right",
    cell: ({ bytesRead }) => <Bytes value={bytesRead} />,
    csv: ({ bytesRead }) => bytesRead,
  },
  {
    id: "startedAt",
    header: "Started",
    cell: ({ startedAt }) => <Time value={startedAt} format="relative" />,
    csv: ({ startedAt }) => startedAt,
  },
];

/** Every log that was read, and what came of it. */
export function ImportList() {
  const list = useList<LogImport>({ key: keys.imports.list(), path: "/v1/sensors/imports" });
  const [opened, setOpened] = useState<LogImport | null>(null);
  return (
    <>
      <DataTable
        name="imports"
        label="Imports"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        onOpen={setOpened}
        activeId={opened?.id ?? null}
        query={list.query}
        page={list.page}
        empty={<EmptyState title="Nothing was imported yet" />}
        exportAll={{ fileName: "imports", fetchPage: list.fetchPage }}
      />
      {opened && (
        <Modal opened onClose={() => setOpened(null)} size="lg" title={`Import from ${opened.source}`}>
          {opened.failureReason && <p role="alert">{opened.failureReason}</p>}
          <ImportFigures report={opened} />
        </Modal>
      )}
    </>
  );
}
