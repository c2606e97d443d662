"use client";

import { Button, Text } from "@mantine/core";
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
import { useDroppedFile } from "@/components/ui/forms/use-dropped-file";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Bytes, Percent } from "@/components/ui/values/figures";
import { type LogFormat, logFormatTitles } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { LogImport, LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { labelOf } from "@/lib/platform/client/format";
import { common } from "../texts/common";
import { freshness } from "../texts/freshness";
import { connectDialog, sourcesPage as texts } from "../texts/sources";

const ConnectDialog = dynamic(() => import("./connect-dialog").then((file) => file.ConnectDialog));
const ImportDialog = dynamic(() => import("./import-result").then((file) => file.ImportDialog));
const UploadDialog = dynamic(() => import("./upload-dialog").then((file) => file.UploadDialog));

export function SourcesPage() {
  return (
    <Page
      title={texts.logSources}
      description={texts.logSourcesDescription}
      actions={
        <May permission="sensors:write">
          <DialogButton label={connectDialog.connectSource} dialog={(close) => <ConnectDialog onClose={close} />} />
          <ImportLog />
        </May>
      }
    >
      <Section title={texts.sources}>
        <ResourceTable
          name="sources"
          label={texts.logSources}
          columns={sourceColumns}
          listKey={keys.sources.list}
          path="/v1/sensors/sources"
          empty={<EmptyState icon={<IconRouter size={28} />} {...texts.empty} />}
          fileName="log-sources"
        />
      </Section>
      <Section title={texts.imports} note={texts.importsNote}>
        <ImportList />
      </Section>
    </Page>
  );
}

/** Imports a log that is selected in the dialog or dropped anywhere on the page. */
function ImportLog() {
  const [dialog, setDialog] = useState<{ dropped: File[] } | null>(null);
  useDroppedFile((files) => {
    if (files.length > 0 && !dialog) setDialog({ dropped: [...files] });
  });
  return (
    <>
      <Button
        size="xs"
        title={texts.orDropALog}
        leftSection={<IconUpload size={14} aria-hidden="true" />}
        onClick={() => setDialog({ dropped: [] })}
      >
        {common.importLog}
      </Button>
      {dialog && <UploadDialog dropped={dialog.dropped} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The title without its details: "Zeek". */
const formatTitle = (format: LogFormat) => logFormatTitles[format].replace(/[:,].*/, "");

const sourceColumn = columnsOf<LogSource>();
const sourceColumns: Column<LogSource>[] = [
  sourceColumn.text("name", common.source, naming),
  sourceColumn.text("format", terms.format, { labelOf: formatTitle }),
  sourceColumn.text("via", texts.receivedVia, { labelOf: labelOf }),
  sourceColumn.count("records", texts.records),
  {
    id: "errorRate",
    header: texts.errorRate,
    align: "right",
    cell: ({ errorRate }) => <Percent value={errorRate} />,
    csv: ({ errorRate }) => errorRate,
  },
  sourceColumn.time("lastRecordAt", texts.latestRecord, { format: "relative" }),
  sourceColumn.text("warning", texts.warning, { of: warningOf, labelOf: (text) => <Warning text={text} /> }),
  sourceColumn.time("lastImportAt", texts.lastImport, { format: "relative" }),
];

/** Why the records of a source may be incomplete; null if nothing is known. */
function warningOf(source: LogSource): string | null {
  return [silenceOf(source), source.warning].filter(Boolean).join(". ") || null;
}

const daySeconds = 24 * 60 * 60;
const isLate = (lagSeconds: number) => lagSeconds > daySeconds;

/** Imports can continue to arrive with old records only. */
function silenceOf({ lastRecordAt, lastImportAt, lagSeconds }: LogSource): string | null {
  if (lastRecordAt === null || lagSeconds === null) return freshness.none;
  if (!isLate(lagSeconds)) return null;
  const importedAfterSeconds = lastImportAt === null ? 0 : (Date.parse(lastImportAt) - Date.parse(lastRecordAt)) / 1000;
  const isImporting = !isLate(lagSeconds - importedAfterSeconds);
  return isImporting ? `${freshness.late}. ${texts.outdated}` : freshness.late;
}

function Warning({ text }: { text: string }) {
  return (
    <Text span inherit c="var(--doubt-text)">
      <IconAlertTriangle size={14} aria-hidden="true" style={{ margin: "0 4px -2px 0" }} />
      {text}
    </Text>
  );
}

const importColumn = columnsOf<LogImport>();
const importColumns: Column<LogImport>[] = [
  importColumn.text("source", common.source, naming),
  importColumn.status("import", ({ status }) => status),
  importColumn.text("format", terms.format, { labelOf: formatTitle, inCards: false }),
  importColumn.text("via", texts.receivedVia, { labelOf: labelOf, inCards: false }),
  importColumn.count("accepted", texts.accepted),
  importColumn.count("counted", texts.aiRecords),
  importColumn.count("rejected", terms.rejected),
  {
    id: "bytes",
    header: terms.size,
    align: "right",
    cell: ({ bytesRead }) => <Bytes value={bytesRead} />,
    csv: ({ bytesRead }) => bytesRead,
  },
  importColumn.time("startedAt", texts.started, { format: "relative" }),
];

function ImportList() {
  const [opened, setOpened] = useState<LogImport | null>(null);
  return (
    <>
      <ResourceTable
        name="imports"
        label={texts.logImports}
        columns={importColumns}
        listKey={keys.imports.list}
        path="/v1/sensors/imports"
        onOpen={setOpened}
        activeId={opened?.id ?? null}
        empty={<EmptyState title={texts.noImportsYet} />}
      />
      {opened && <ImportDialog report={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
