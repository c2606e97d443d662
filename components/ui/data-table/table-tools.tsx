"use client";

import { ActionIcon, Box, Group } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconArrowsSort, IconDownload } from "@tabler/icons-react";
import { Suspense } from "react";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { table as texts } from "@/components/ui/texts";
import styles from "./data-table.module.css";
import { ExportProgress, useExport } from "./export";
import type { Preferences } from "./preferences";
import type { Column, ExportProps, Sort } from "./types";

const viewOptions = lazily(async () => (await import("./table-menus")).ViewOptions);
const sortMenu = lazily(async () => (await import("./table-menus")).SortMenu);
const exportMenu = lazily(async () => (await import("./table-menus")).ExportMenu);

interface TableToolsProps<Row> {
  columns: readonly Column<Row>[];
  preferences: Preferences;
  onChange: (preferences: Preferences) => void;
  exportAll: ExportProps<Row> | undefined;
  total: number | undefined;
  asCards: boolean;
}

export function TableTools<Row>({ columns, preferences, onChange, exportAll, total, asCards }: TableToolsProps<Row>) {
  return (
    <Group gap={4} wrap="nowrap" className={styles.tools ?? ""}>
      {exportAll && <ExportButton columns={columns} exportAll={exportAll} total={total} />}
      {/* Hidden by style, because the width is unknown before hydration. */}
      <Box className={styles.viewTool ?? ""}>
        {!asCards && <ViewButton columns={columns} preferences={preferences} onChange={onChange} />}
      </Box>
    </Group>
  );
}

interface SortMenuButtonProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** Sorts cards, which have no column headers. */
export function SortMenuButton<Row>({ columns, sort, onSort }: SortMenuButtonProps<Row>) {
  const { button, overlay } = useOverlay("menu", sortMenu.preload);
  const label = texts.sortedBy(columns.find(({ id }) => id === sort?.by)?.header);
  return (
    <div className={styles.sortTool}>
      <ActionIcon {...button} variant="default" aria-label={label} title={label}>
        <IconArrowsSort size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>
        {overlay && <sortMenu.Lazy overlay={overlay} columns={columns} sort={sort} onSort={onSort} />}
      </Suspense>
    </div>
  );
}

function ViewButton<Row>(props: Pick<TableToolsProps<Row>, "columns" | "preferences" | "onChange">) {
  const { button, overlay } = useOverlay("dialog", viewOptions.preload);
  const { columns, preferences, onChange } = props;
  return (
    <>
      <ActionIcon {...button} aria-label={texts.viewOptions} title={texts.viewOptions}>
        <IconAdjustmentsHorizontal size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>
        {overlay && (
          <viewOptions.Lazy overlay={overlay} columns={columns} preferences={preferences} onPrefer={onChange} />
        )}
      </Suspense>
    </>
  );
}

interface ExportButtonProps<Row> extends Pick<TableToolsProps<Row>, "columns" | "total"> {
  exportAll: ExportProps<Row>;
}

function ExportButton<Row>({ columns, exportAll, total }: ExportButtonProps<Row>) {
  const { button, overlay } = useOverlay("menu", exportMenu.preload);
  const { progress, start, cancel } = useExport(columns, exportAll);
  if (progress) return <ExportProgress {...progress} total={total} onCancel={cancel} />;
  return (
    <>
      <ActionIcon {...button} aria-label="Export" title="Export">
        <IconDownload size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>{overlay && <exportMenu.Lazy overlay={overlay} href={exportAll.href} onStart={start} />}</Suspense>
    </>
  );
}
