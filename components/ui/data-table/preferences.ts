import type { Column, Density } from "@/components/ui/data-table/types";
import { useStored } from "@/lib/platform/client/stored";

export interface Preferences {
  density: Density;
  /** Columns that were shown or hidden by hand. Others are as the page has them, also those that it gets later. */
  columns: Record<string, boolean>;
}

/** What a column says of itself, whatever its rows are. */
export type NamedColumn = Pick<Column<never>, "id" | "header" | "hideable" | "hiddenByDefault" | "rowHeader">;

/** Whether something stored is preferences; it may be from an older version of the page, or from anybody. */
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

/** The columns that are shown, in the page's order. */
export function shownColumns<C extends NamedColumn>(columns: readonly C[], { columns: chosen }: Preferences): C[] {
  return columns.filter((column) => !isHideable(column) || (chosen[column.id] ?? column.hiddenByDefault !== true));
}

/** The column that names the row stays. */
export function isHideable(column: NamedColumn): boolean {
  return column.hideable !== false && column.rowHeader !== true;
}

const none: Preferences = { density: "compact", columns: {} };

/** What this browser remembers of a table. */
export function usePreferences(name: string): [Preferences, (preferences: Preferences) => void] {
  return useStored(`table:${name}`, none, isPreferences);
}
