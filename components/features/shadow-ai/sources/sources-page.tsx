"use client";

import { Button, Modal } from "@mantine/core";
import { IconAlertTriangle, IconRouter, IconUpload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Bytes, Percent } from "@/components/ui/values/figures";
import { Time } from "@/components/ui/values/time";
import type { LogImport, LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { labelOf } from "@/lib/platform/client/format";
import styles from "../pages.module.css";
import { ImportFigures } from "./import-figures";

const UploadDialog = dynamic(() => import("./upload-dialog").then((file) => file.UploadDialog));

/** Where logs come from, whether they still come, and what came of each. */
export function SourcesPage() {
  const [isUploading, setUploading] = useState(false);
  return (
    <Page
      title="Log sources"
      description="Detections come from network logs. Addresses are masked as a log is read, and the log itself is not kept."
      actions={
        <May permission="sensors:write">
          <Button
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            onClick={() => setUploading(true)}
          >
            Import a log
          </Button>
        </May>
      }
    >
      <div className={styles.section}>
        <h2>Sources</h2>
        <SourceList />
      </div>
      <div className={styles.section}>
        <h2>Imports</h2>
        <ImportList />
      </div>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  );
}

const silentAfterSeconds = 24 * 60 * 60;

const sourceColumn = columnsOf<LogSource>();
const sourceColumns: Column<LogSource>[] = [
  sourceColumn.text("name", "Source", naming),
  sourceColumn.text("format", "Format"),
  sourceColumn.text("via", "Comes by", { labelOf: labelOf }),
  sourceColumn.count("records", "Records"),
  {
    id: "errorRate",
    header: "Unreadable",
    align: "right",
    cell: ({ errorRate }) => <Percent value={errorRate} />,
    csv: ({ errorRate }) => errorRate,
  },
  sourceColumn.text("lastRecordAt", "Newest record", { cell: (source) => <Newest source={source} /> }),
  sourceColumn.time("lastImportAt", "Last import", { format: "relative" }),
];

/** The sensors and logs that have sent something. */
function SourceList() {
  const list = useList<LogSource>({ key: keys.sources.list(), path: "/v1/sensors/sources" });
  return (
    <ListTable
      name="sources"
      label="Log sources"
      columns={sourceColumns}
      list={list}
      empty={
        <EmptyState
          icon={<IconRouter size={28} />}
          title="No logs have come in yet"
          text="Import a log of a proxy, a resolver or a sensor here, or have it sent through the API."
        />
      }
      fileName="log-sources"
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

const importColumn = columnsOf<LogImport>();
const importColumns: Column<LogImport>[] = [
  importColumn.text("source", "Source", naming),
  importColumn.status("import", ({ status }) => status),
  importColumn.text("format", "Format"),
  importColumn.text("via", "Came by", { labelOf: labelOf }),
  importColumn.count("accepted", "Accepted"),
  importColumn.count("counted", "Of AI"),
  importColumn.count("rejected", "Rejected"),
  {
    id: "bytes",
    header: "Size",
    align: "right",
    cell: ({ bytesRead }) => <Bytes value={bytesRead} />,
    csv: ({ bytesRead }) => bytesRead,
  },
  importColumn.time("startedAt", "Started", { format: "relative" }),
];

/** Every log that was read, and what came of it. */
function ImportList() {
  const list = useList<LogImport>({ key: keys.imports.list(), path: "/v1/sensors/imports" });
  const [opened, setOpened] = useState<LogImport | null>(null);
  return (
    <>
      <ListTable
        name="imports"
        label="Imports"
        columns={importColumns}
        list={list}
        onOpen={setOpened}
        activeId={opened?.id ?? null}
        empty={<EmptyState title="Nothing was imported yet" />}
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
