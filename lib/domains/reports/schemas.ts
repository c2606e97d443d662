import { z } from "zod";
import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import {
  columnTypes,
  dataVerifications,
  noticeCodes,
  reportFormats,
  reportKinds,
  reportStatuses,
  tableCharts,
} from "@/lib/domains/reports/enums";
import { dateRangeInput } from "@/lib/platform/documents/schemas";
import { Hash, Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

const yearsMax = 2;

const ReportKindName = z.enum(reportKinds).meta({ id: "ReportKind" });
const ReportFormatName = z.enum(reportFormats).meta({ id: "ReportFormat" });
const ReportStatusName = z.enum(reportStatuses).meta({ id: "ReportStatus" });

/** The body of `POST /v1/reports/{kind}`. */
export const RequestReport = z
  .strictObject({
    dateRange: dateRangeInput(yearsMax, `The period of the report, up to ${yearsMax} years`),
    format: z.enum(reportFormats).default("PDF"),
  })
  .meta({
    id: "RequestReport",
    examples: [{ dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" }, format: "PDF" }],
  });
export type RequestReport = z.infer<typeof RequestReport>;

const DateRange = z.object({ from: IsoMilliseconds, to: IsoMilliseconds });

export const Report = z
  .object({
    id: Id("report"),
    kind: ReportKindName,
    status: ReportStatusName.meta({ description: "GENERATING, then READY or FAILED" }),
    dateRange: DateRange,
    format: ReportFormatName,
    progressPercent: z.int().min(0).max(100),
    requestedBy: z.object({ type: z.string(), id: z.string(), displayName: z.string().optional() }),
    scheduleId: Id("reportSchedule").nullable().meta({ description: "The schedule that requested the report" }),
    downloadUrl: z.string().nullable().meta({
      description: "Requires no API key. Each response contains a new URL. `null` unless the report is READY.",
    }),
    downloadUrlExpiresAt: IsoMilliseconds.nullable(),
    fileHash: Hash.nullable().meta({ description: "SHA-256 hash of the file's bytes" }),
    sizeBytes: z.int().nullable(),
    pages: z.int().nullable().meta({ description: "Number of pages; `null` unless the format is PDF" }),
    failureReason: z.string().nullable().meta({ description: "Why the generation failed; `null` unless FAILED" }),
    createdAt: IsoMilliseconds,
    generatedAt: IsoMilliseconds.nullable(),
    expiresAt: IsoMilliseconds.meta({
      description:
        "When the report will be deleted under the organisation's current retention setting (`reportRetentionDays`)",
    }),
  })
  .meta({
    id: "Report",
    examples: [
      {
        id: "rep_01kahbc2g8m9n4q6r1s7t3v5wx",
        kind: "audit-activity",
        status: "READY",
        dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" },
        format: "PDF",
        progressPercent: 100,
        requestedBy: { type: "USER", id: "usr_01kahbc2g8m9n4q6r1s7t3v5wx", displayName: "ada@example.com" },
        scheduleId: null,
        downloadUrl:
          "https://audit.example.com/v1/reports/rep_01kahbc2g8m9n4q6r1s7t3v5wx/download?token=mkgm3nbs.example",
        downloadUrlExpiresAt: "2026-02-02T07:00:00.000Z",
        fileHash: `sha256:${"a".repeat(64)}`,
        sizeBytes: 81_204,
        pages: 5,
        failureReason: null,
        createdAt: "2026-02-01T06:00:00.000Z",
        generatedAt: "2026-02-01T06:00:02.120Z",
        expiresAt: "2027-02-01T06:00:00.000Z",
      },
    ],
  });
export type Report = z.infer<typeof Report>;

export const ListReports = ListQuery({
  kind: z.enum(reportKinds).optional(),
  status: z.enum(reportStatuses).optional(),
  scheduleId: z.string().min(1).max(128).optional().meta({ description: "Only reports that this schedule requested" }),
});
export type ListReports = z.infer<typeof ListReports>;

export const ReportList = ListOf("ReportList", Report);
export type ReportList = z.infer<typeof ReportList>;

const Cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof Cell>;

const Figure = z.object({
  key: z.string(),
  label: z.string(),
  value: Cell.meta({ description: "`null` if there is no value" }),
  type: z.enum(columnTypes),
  note: z.string().nullable().meta({ description: "An explanation, if the label is not sufficient" }),
  numerator: z.int().optional().meta({ description: "The numerator, if the value is a percentage" }),
  denominator: z
    .int()
    .optional()
    .meta({ description: "The denominator, if the value is a percentage. If the denominator is 0, `value` is `null`" }),
});
export type Figure = z.infer<typeof Figure>;

const Column = z.object({ key: z.string(), label: z.string(), type: z.enum(columnTypes) });
export type Column = z.infer<typeof Column>;

const Table = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  columns: z.array(Column),
  rows: z.array(z.array(Cell)).meta({ description: "One cell per column" }),
  total: z
    .int()
    .min(0)
    .meta({ description: "Total number of rows. The last row of a shortened table summarises the omitted rows." }),
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
    withoutCheckpoint: "The chain is empty, so it has no checkpoint.",
  },
  data: {
    until: "2026-02-01T06:00:01.480Z",
    firstRecordAt: "2025-11-03T09:12:44.000Z",
    verification: "NOT_VERIFIED",
    notices: [],
  },
  signature: {
    keyId: "3f1c9a7be0d24458",
    signedBy: "Governance Audit Service 3f1c9a7be0d24458",
    signedAt: "2026-02-01T06:00:02.940Z",
  },
  figures: [{ key: "events", label: "Events", value: 12, type: "count", note: null }],
  tables: [
    {
      key: "by-severity",
      title: "By severity",
      description: "Events in the period, by severity.",
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

/** The canonical document of a report. Files of every format are rendered from it. */
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
        length: z
          .int()
          .min(0)
          .meta({ description: "The number of events included in the report. Later events are not counted." }),
        headHash: Hash.nullable().meta({ description: "`blockHash` of the last included event" }),
        checkpoint: Checkpoint.nullable(),
        withoutCheckpoint: z.string().nullable().meta({ description: "Why the report has no checkpoint" }),
      })
      .meta({
        description: "The state of the chain when the report was generated, which links the report to the chain",
      }),
    data: z
      .object({
        until: IsoMilliseconds.meta({
          description:
            "Data received up to this time is included. If the period has not ended yet, this is also the end of the period covered",
        }),
        firstRecordAt: IsoMilliseconds.nullable().meta({
          description: "The time of the organisation's earliest event; `null` if it has no events",
        }),
        verification: z.enum(dataVerifications).meta({
          description: "The result of verifying the period's events on the chain for this report",
        }),
        notices: z
          .array(z.object({ code: z.enum(noticeCodes), message: z.string() }))
          .meta({ description: "Limitations of the report's data. Empty if the period is complete and has data" }),
      })
      .optional()
      .meta({
        description:
          "How complete the report's data is, and whether it was verified. Absent from reports created by earlier versions",
      }),
    signature: z
      .object({
        keyId: z.string(),
        signedBy: z.string(),
        signedAt: IsoMilliseconds.optional(),
        timestampedAt: IsoMilliseconds.optional().meta({
          description:
            "Time in the RFC 3161 timestamp of the signature. Absent if no timestamp authority is configured or it did not respond",
        }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          "The signature of the file. `null` unless the file is a PDF; absent from reports created by earlier versions",
      }),
    figures: z.array(Figure),
    tables: z.array(Table),
  })
  .meta({
    id: "ReportDocument",
    examples: [exampleDocument],
  });
export type ReportDocument = z.infer<typeof ReportDocument>;
