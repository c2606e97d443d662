"use client";

import { Text } from "@mantine/core";
import { IconAlertTriangle, IconRouter, IconUpload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { DialogButton } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Bytes, Percent } from "@/components/ui/values/figures";
import { Time } from "@/components/ui/values/time";
import type { LogImport, LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { labelOf } from "@/lib/platform/client/format";

const ImportDialog = dynamic(() => import("./import-result").then((file) => file.ImportDialog));
const UploadDialog = dynamic(() => import("./upload-dialog").then((file) => file.UploadDialog));

export function SourcesPage() {
  return (
    <Page
      title="Log sources"
      description="Detections are based on network logs. IP addresses are masked on import, and the logs themselves are not stored."
      actions={
        <May permission="sensors:write">
          <DialogButton
            label="Import log"
            variant="filled"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            dialog={(close) => <UploadDialog onClose={close} />}
          />
        </May>
      }
    >
      <Section title="Sources">
        <ResourceTable
          name="sources"
          label="Log sources"
          columns={sourceColumns}
          listKey={keys.sources.list}
          path="/v1/sensors/sources"
          empty={
            <EmptyState
              icon={<IconRouter size={28} />}
              title="No log sources yet"
              text="Import a proxy, DNS or sensor log, or send logs through the API."
            />
          }
          fileName="log-sources"
        />
      </Section>
      <Section title="Imports">
        <ImportList />
      </Section>
    </Page>
  );
}

const silentAfterSeconds = 24 * 60 * 60;

const sourceColumn = columnsOf<LogSource>();
const sourceColumns: Column<LogSource>[] = [
  sourceColumn.text("name", "Source", naming),
  sourceColumn.text("format", "Format"),
  sourceColumn.text("via", "Received via", { labelOf: labelOf }),
  sourceColumn.count("records", "Records"),
  {
    id: "errorRate",
    header: "Error rate",
    align: "right",
    cell: ({ errorRate }) => <Percent value={errorRate} />,
    csv: ({ errorRate }) => errorRate,
  },
  sourceColumn.text("lastRecordAt", "Latest record", { cell: (source) => <Newest source={source} /> }),
  sourceColumn.text("warning", "Warning"),
  sourceColumn.time("lastImportAt", "Last import", { format: "relative" }),
];

/** The time of the latest record, with a warning after a day without records. */
function Newest({ source: { lastRecordAt, lagSeconds } }: { source: LogSource }) {
  const isSilent = lagSeconds === null || lagSeconds > silentAfterSeconds;
  return (
    <Text span inherit {...(isSilent && { c: "var(--doubt-text)" })}>
      {isSilent && <IconAlertTriangle size={14} aria-hidden="true" />}
      {isSilent && lastRecordAt && "Silent, "}
      <Time value={lastRecordAt} format="relative" none="No records" />
    </Text>
  );
}

const importColumn = columnsOf<LogImport>();
const importColumns: Column<LogImport>[] = [
  importColumn.text("source", "Source", naming),
  importColumn.status("import", ({ status }) => status),
  importColumn.text("format", "Format"),
  importColumn.text("via", "Received via", { labelOf: labelOf }),
  importColumn.count("accepted", "Accepted"),
  importColumn.count("counted", "AI records"),
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

function ImportList() {
  const [opened, setOpened] = useState<LogImport | null>(null);
  return (
    <>
      <ResourceTable
        name="imports"
        label="Log imports"
        columns={importColumns}
        listKey={keys.imports.list}
        path="/v1/sensors/imports"
        onOpen={setOpened}
        activeId={opened?.id ?? null}
        empty={<EmptyState title="No imports yet" />}
      />
      {opened && <ImportDialog report={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
