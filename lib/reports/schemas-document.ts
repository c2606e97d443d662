import { z } from "zod";
import { Checkpoint } from "@/lib/audit-chain/schemas-proofs";
import { Hash, Id, IsoMilliseconds } from "@/lib/http/schemas";
import { columnTypes, reportKinds, tableCharts } from "@/lib/reports/vocabulary";

const Cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof Cell>;

const Figure = z.object({
  key: z.string(),
  label: z.string(),
  value: Cell.meta({ description: "null where there is nothing to say it of" }),
  type: z.enum(columnTypes),
  note: z.string().nullable().meta({ description: "What it counts, where the label does not say it" }),
});
export type Figure = z.infer<typeof Figure>;

const Column = z.object({ key: z.string(), label: z.string(), type: z.enum(columnTypes) });
export type Column = z.infer<typeof Column>;

const Table = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  columns: z.array(Column),
  rows: z.array(z.array(Cell)).meta({ description: "A cell for each column" }),
  total: z.int().min(0).meta({ description: "Rows that there are; a long table ends with one for the others" }),
  chart: z.enum(tableCharts).nullable(),
});
export type Table = z.infer<typeof Table>;

export const exampleDocument = {
  version: 1,
  id: "rep_01kahbc2g8m9n4q6r1s7t3v5wx",
  kind: "audit-activity",
  title: "Audit activity",
  organisation: { id: "org_01kahbc2g8m9n4q6r1s7t3v5wx", name: "Example Bank" },
  period: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" },
  generatedAt: "2026-02-01T06:00:02.120Z",
  chain: {
    length: 4217,
    headHash: `sha256:${"a".repeat(64)}`,
    checkpoint: null,
    withoutCheckpoint: "The chain is empty: there is nothing to sign yet.",
  },
  figures: [{ key: "events", label: "Events", value: 12, type: "count", note: null }],
  tables: [
    {
      key: "by-severity",
      title: "By severity",
      description: "Events of the period by severity.",
      columns: [
        { key: "severity", label: "Severity", type: "text" },
        { key: "events", label: "Events", type: "count" },
      ],
      rows: [
        ["INFO", 11],
        ["HIGH", 1],
      ],
      total: 2,
      chart: "bars",
    },
  ],
};

/** What a report says: the canonical document, of which its file is made whatever the format. */
export const ReportDocument = z
  .object({
    version: z.literal(1),
    id: Id("report"),
    kind: z.enum(reportKinds),
    title: z.string(),
    organisation: z.object({ id: Id("organisation"), name: z.string() }),
    period: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }),
    generatedAt: IsoMilliseconds,
    chain: z
      .object({
        length: z.int().min(0).meta({ description: "Events that the report knows of: no later one is counted" }),
        headHash: Hash.nullable().meta({ description: "`blockHash` of the last of them" }),
        checkpoint: Checkpoint.nullable(),
        withoutCheckpoint: z.string().nullable().meta({ description: "Why there is none" }),
      })
      .meta({ description: "The state of the chain at which the report was made, to tie it to the chain by" }),
    figures: z.array(Figure),
    tables: z.array(Table),
  })
  .meta({
    id: "ReportDocument",
    examples: [exampleDocument],
  });
export type ReportDocument = z.infer<typeof ReportDocument>;
