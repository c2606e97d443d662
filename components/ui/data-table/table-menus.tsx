"use client";

import { Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { AnchoredMenu, AnchoredPopover } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { table as texts } from "@/components/ui/texts";
import styles from "./data-table.module.css";
import type { ExportFormat } from "./export-rows";
import { isHideable, type NamedColumn, type Preferences, shownColumns } from "./preferences";
import { nextSort } from "./table-head";
import type { Column, Room, Sort } from "./types";

interface ExportMenuProps {
  overlay: OverlayProps;
  /** The URLs of files that the server exports. */
  href: Readonly<Record<ExportFormat, string>> | undefined;
  onStart: (format: ExportFormat) => void;
}

export function ExportMenu({ overlay, href, onStart }: ExportMenuProps) {
  return (
    <AnchoredMenu {...overlay}>
      {(["csv", "ndjson"] as const).map((format) =>
        href ? (
          <Menu.Item key={format} component="a" href={href[format]} download>
            Export as {format.toUpperCase()}
          </Menu.Item>
        ) : (
          <Menu.Item key={format} onClick={() => onStart(format)}>
            Export as {format.toUpperCase()}
          </Menu.Item>
        ),
      )}
    </AnchoredMenu>
  );
}

interface SortMenuProps {
  overlay: OverlayProps;
  columns: readonly Pick<Column<never>, "id" | "header" | "sortable" | "sortFirst">[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** The sortable columns. Choosing the current one reverses the order. */
export function SortMenu({ overlay, columns, sort, onSort }: SortMenuProps) {
  const isUp = sort?.order === "asc";
  const Arrow = isUp ? IconArrowUp : IconArrowDown;
  return (
    <AnchoredMenu {...overlay}>
      {columns
        .filter(({ sortable }) => sortable)
        .map((column) => (
          <Menu.Item
            key={column.id}
            rightSection={column.id === sort?.by && <Arrow size={14} aria-hidden="true" />}
            onClick={() => onSort(nextSort(column, sort))}
          >
            {column.header}
            {column.id === sort?.by && (
              <span className="visually-hidden">{isUp ? texts.ascending : texts.descending}</span>
            )}
          </Menu.Item>
        ))}
    </AnchoredMenu>
  );
}

interface ViewOptionsProps {
  overlay: OverlayProps;
  columns: readonly NamedColumn[];
  preferences: Preferences;
  onPrefer: (preferences: Preferences) => void;
}

export function ViewOptions({ overlay, columns, preferences, onPrefer }: ViewOptionsProps) {
  const shown = new Set(
    shownColumns(columns, preferences)
      .filter(fitsScreen)
      .map(({ id }) => id),
  );
  return (
    <AnchoredPopover {...overlay} label={texts.viewOptions} position="bottom-end">
      <fieldset className={`${styles.options} options`}>
        <legend>Columns</legend>
        {columns.filter(isHideable).map(({ id, header }) => (
          <label key={id}>
            <input
              type="checkbox"
              className="native-check"
              checked={shown.has(id)}
              onChange={(event) =>
                onPrefer({ ...preferences, columns: { ...preferences.columns, [id]: event.target.checked } })
              }
            />
            {header}
          </label>
        ))}
      </fieldset>
      <fieldset className={`${styles.options} options`}>
        <legend>Density</legend>
        {(["compact", "comfortable"] as const).map((density) => (
          <label key={density}>
            <input
              type="radio"
              className="native-check"
              name="density"
              checked={preferences.density === density}
              onChange={() => onPrefer({ ...preferences, density })}
            />
            {density === "compact" ? "Compact" : "Comfortable"}
          </label>
        ))}
      </fieldset>
    </AnchoredPopover>
  );
}

/** The widths in `data-table.module.css`. */
const widths: Record<Room, string> = { 1: "64em", 2: "75em", 3: "87.5em", 4: "100em" };

/** Whether the screen is wide enough for a column. In browsers only. */
function fitsScreen({ room }: NamedColumn): boolean {
  return room === undefined || matchMedia(`(min-width: ${widths[room]})`).matches;
}
