import type { Column, Density } from "@/components/ui/data-table/types";
import { useStored } from "@/lib/platform/client/stored";

export interface Preferences {
  density: Density;
  /** Columns that the user showed or hid. */
  columns: Record<string, boolean>;
}

export type NamedColumn = Pick<Column<never>, "id" | "header" | "hideable" | "hiddenByDefault" | "room" | "rowHeader">;

/** Stored preferences can be from an older version or modified. */
export function isPreferences(value: unknown): value is Preferences {
  if (typeof value !== "object" || value === null) return false;
  const { density, columns } = value as Partial<Record<keyof Preferences, unknown>>;
  if (density !== "compact" && density !== "comfortable") return false;
  return (
    typeof columns === "object" &&
    columns !== null &&
    Object.values(columns).every((shown) => typeof shown === "boolean")
  );
}

/** A column that the user chose to show is shown at every screen width. */
export function shownColumns<C extends NamedColumn>(columns: readonly C[], { columns: chosen }: Preferences): C[] {
  return columns
    .filter((column) => !isHideable(column) || (chosen[column.id] ?? column.hiddenByDefault !== true))
    .map((column) => (chosen[column.id] ? { ...column, room: undefined } : column));
}

export function isHideable(column: NamedColumn): boolean {
  return column.hideable !== false && column.rowHeader !== true;
}

const none: Preferences = { density: "compact", columns: {} };

/** The preferences of a table, stored in the browser. */
export function usePreferences(name: string): [Preferences, (preferences: Preferences) => void] {
  return useStored(`table:${name}`, none, isPreferences);
}
