"use client";

import { Bars } from "@/components/ui/charts/bars";
import { ColumnChart } from "@/components/ui/charts/column-chart";
import { CardList } from "@/components/ui/data-table/rows";
import { useShortened } from "@/components/ui/data-table/shortened";
import type { Column as CardColumn } from "@/components/ui/data-table/types";
import { Notice } from "@/components/ui/detail/notice";
import { ScrollingTable, Section } from "@/components/ui/detail/section";
import { terms } from "@/components/ui/terms";
import { Hash } from "@/components/ui/values/identifiers";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { columnHeading, isNumeric, noRowsText, seriesOf, shownCell } from "@/lib/domains/reports/enums";
import type { Column, ReportDocument, Table } from "@/lib/domains/reports/schemas";
import { countedText, signerName } from "@/lib/platform/client/format";
import { useMedia } from "@/lib/platform/client/use-environment";
import styles from "./reports.module.css";
import { reportTables as texts } from "./texts";

/** The contents of a report. */
export function ReportTables({ document }: { document: ReportDocument }) {
  const { tables, chain, data, signature } = document;
  const verdict = document.figures.find(({ key }) => key === "verdict");
  const figures = document.figures.filter((one) => one !== verdict);
  return (
    <>
      {data && data.notices.length > 0 && (
        <Notice title={texts.aboutThisPeriod} notes={data.notices.map(({ message }) => message)} />
      )}
      <Section title={terms.summary} panel>
        {verdict && (
          <div className={styles.verdict}>
            <span>{verdict.label}</span>{" "}
            <StatusBadge kind="chain" value={String(verdict.value).replaceAll(" ", "_").toUpperCase()} />
            <p className={styles.note}>{verdict.note}</p>
          </div>
        )}
        <dl className={styles.figures}>
          {figures.map(({ key, label, value, type, note }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <span className={styles.value} data-none={!value || undefined}>
                  {shownCell(value, type)}
                </span>
                {note !== null && <span className={styles.note}>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>
          Audit chain when the report was generated: {countedText(chain.length, "event")}
          {chain.headHash !== null && (
            <>
              , head hash <Hash value={chain.headHash} label={texts.headHash} />
            </>
          )}
          . {chain.checkpoint ? texts.stateSigned : chain.withoutCheckpoint}
          {data && (
            <>
              {" "}
              Data received until <Time value={data.until} /> is included.
            </>
          )}
          {data?.verification === "NOT_VERIFIED" && texts.eventsNotVerified}
        </p>
        {signature && (
          <p className={styles.note}>
            The file is signed by {signerName(signature)} with the key{" "}
            <a href={`/v1/verify/keys/${signature.keyId}.pem`}>{signature.keyId}</a>.
            {signature.timestampedAt && (
              <>
                {" "}
                A timestamp authority confirmed the signature at <Time value={signature.timestampedAt} />.
              </>
            )}
          </p>
        )}
      </Section>
      {tables.map((table) => (
        <ReportTable key={table.key} table={table} />
      ))}
    </>
  );
}

/** A report has up to a row for each hour. */
const shownFirst = 10;
const shownFirstOnPhones = 5;

function ReportTable({ table }: { table: Table }) {
  const { key, title, description, columns, rows, total } = table;
  const isDrawn = table.chart !== null && rows.length > 0;
  // The chart offers the same rows as a table.
  const isDrawnWhole = table.chart === "days" || (table.chart === "bars" && columns.length === 2);
  const headingId = `table-${key}`;
  const isNarrow = useMedia("(max-width: 47.99em)");
  const { shown, toggle } = useShortened(rows, isNarrow ? shownFirstOnPhones : shownFirst);
  return (
    <Section title={title} id={headingId} panel>
      {isDrawn && <Drawn table={table} titledBy={headingId} />}
      <p className={styles.note}>
        {description}
        {table.chart === null && total > rows.length && texts.firstRows(rows.length, total)}
      </p>
      {rows.length === 0 ? (
        <p>{noRowsText(table)}</p>
      ) : isDrawnWhole ? null : isNarrow ? (
        <>
          <RowCards table={table} rows={shown} />
          {toggle}
        </>
      ) : (
        <>
          <ScrollingTable label={texts.rows(title)} className={styles.rows}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" data-numeric={isNumeric(column.type) || undefined}>
                    {columnHeading(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a document have no ID and never move.
                <tr key={row}>
                  {columns.map((column, at) => (
                    <td
                      key={column.key}
                      data-numeric={isNumeric(column.type) || undefined}
                      data-time={column.type === "time" || column.type === "day" || undefined}
                    >
                      <Cell value={cells[at]} column={column} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
          {toggle}
        </>
      )}
    </Section>
  );
}

type Cells = Table["rows"][number];

/** The rows on narrow screens. The first column names a row. */
function RowCards({ table: { title, columns, rows: all }, rows }: { table: Table; rows: readonly Cells[] }) {
  const facts = columns.map(
    (column, at): CardColumn<Cells> => ({
      id: column.key,
      header: columnHeading(column),
      cell: (cells) => <Cell value={cells[at]} column={column} />,
      // A missing value has a text, such as "Not estimated".
      isEmpty: () => false,
      rowHeader: at === 0,
      ...(at === 0 && { inCards: true }),
    }),
  );
  return (
    <div data-table-region>
      <CardList<Cells>
        label={texts.rows(title)}
        card={undefined}
        columns={facts}
        rows={rows}
        rowId={(cells) => String(all.indexOf(cells))}
        rowLabel={([name]) => String(name)}
        selected={undefined}
        onSelect={undefined}
      />
    </div>
  );
}

function Cell({ value, column: { label, type } }: { value: string | number | null | undefined; column: Column }) {
  const isHash = typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
  return isHash ? <Hash value={value} label={label.toLowerCase()} /> : shownCell(value, type);
}

function Drawn({ table: { title, chart, columns, rows }, titledBy }: { table: Table; titledBy: string }) {
  const sum = (at: number) => rows.reduce((total, cells) => total + Number(cells[at] ?? 0), 0);
  if (chart === "days") {
    const { series, isStacked } = seriesOf(columns);
    const summary = series.map(({ column, at }) => `${column.label} ${sum(at).toLocaleString("en-GB")}`).join(", ");
    return (
      <ColumnChart
        stacked={isStacked}
        title={title}
        titledBy={titledBy}
        summary={`${summary}.`}
        categories={rows.map(([start]) => String(start))}
        categoryName={columns[0]?.label ?? texts.day}
        series={series.map(({ column, at }) => ({
          name: column.label,
          ...colourOf(column.label),
          values: rows.map((cells) => Number(cells[at] ?? 0)),
        }))}
      />
    );
  }
  return (
    <Bars
      title={title}
      titledBy={titledBy}
      summary={`${columns[1]?.label ?? ""} ${sum(1).toLocaleString("en-GB")}.`}
      rowName={columns[0]?.label ?? terms.name}
      rows={rows
        .slice(0, 12)
        .map((cells) => ({ label: shownCell(cells[0], columns[0]?.type ?? "text"), value: Number(cells[1] ?? 0) }))}
    />
  );
}

function colourOf(label: string) {
  const severity = (["critical", "high", "medium", "info"] as const).find((one) => one === label.toLowerCase());
  return severity ? { color: `severity-${severity}` as const } : {};
}
