import type { ReactNode } from "react";
import { Count } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { type DateRange, Period, Time } from "@/components/ui/values/time";
import type { CsvValue } from "@/lib/platform/client/csv";
import type { TimeFormat } from "@/lib/platform/client/format";
import type { Column } from "./types";

type Layout<Row> = Omit<Partial<Column<Row>>, "id" | "header" | "csv">;
type Maybe<Value> = Value | null | undefined;
/** The members of a row with this type of value. */
type Field<Row, Value> = { [Name in keyof Row]: Row[Name] extends Maybe<Value> ? Name : never }[keyof Row] & string;

/** A column of the member named by its ID, or of the value that `of` reads. */
interface ColumnOf<Row, Value, More> {
  <Id extends Field<Row, Value>>(
    id: Id,
    header: string,
    options?: Layout<Row> & More & { labelOf?: (value: NonNullable<Row[Id]>) => ReactNode },
  ): Column<Row>;
  <Read extends Maybe<Value>>(
    id: string,
    header: string,
    options: Layout<Row> & More & { of: (row: Row) => Read; labelOf?: (value: NonNullable<Read>) => ReactNode },
  ): Column<Row>;
}

type Options<Row, Value> = Layout<Row> & { of?: (row: Row) => Maybe<Value>; labelOf?: (value: Value) => ReactNode };
type TimeFormats = { format?: TimeFormat };
type TimeOptions<Row> = Options<Row, string> & TimeFormats;

/** The options of the column that names the row. */
export const naming = { rowHeader: true, hideable: false } as const;

/** The period that a row is about. */
export const periodColumn: Column<{ dateRange: DateRange }> = {
  id: "period",
  header: "Period",
  minWidth: "13rem",
  cell: ({ dateRange }) => <Period value={dateRange} />,
  csv: ({ dateRange }) => `${dateRange.from}/${dateRange.to}`,
};

/** Builds typed columns. Tables show the label of a value; exports contain the value itself. */
export function columnsOf<Row>() {
  function build<Value>(
    id: string,
    header: string,
    render: (value: Maybe<Value>) => ReactNode,
    options: Options<Row, Value>,
  ) {
    const { of = (row: Row) => row[id as keyof Row] as Maybe<Value>, labelOf, ...layout } = options;
    const cell = (row: Row) => {
      const value = of(row);
      return labelOf && value ? labelOf(value) : render(value);
    };
    return { id, header, cell, csv: of as (row: Row) => CsvValue, ...layout };
  }

  function text(id: string, header: string, options: Options<Row, string> = {}) {
    const { none = "–" } = options;
    return build<string>(id, header, (value) => (value && id === "id" ? <code>{value}</code> : value || none), options);
  }

  function count(id: string, header: string, options: Options<Row, number> = {}) {
    return build<number>(id, header, (value) => <Count value={value} />, { align: "right", ...options });
  }

  function time(id: string, header: string, { format = "short", ...options }: TimeOptions<Row> = {}) {
    const { none = "–" } = options;
    return build<string>(id, header, (value) => <Time value={value} format={format} none={none} />, options);
  }

  function status(kind: string, of: (row: Row) => string): Column<Row> {
    const cell = (row: Row) => <StatusBadge kind={kind} value={of(row)} />;
    return { id: "status", header: "Status", inCards: "corner", cell, csv: of };
  }

  function actions(cell: Column<Row>["cell"], header = "Actions"): Column<Row> {
    return { id: "actions", header, actions: true, hideable: false, cell };
  }

  return {
    text: text as ColumnOf<Row, string, unknown>,
    count: count as ColumnOf<Row, number, unknown>,
    time: time as ColumnOf<Row, string, TimeFormats>,
    status,
    actions,
  };
}
