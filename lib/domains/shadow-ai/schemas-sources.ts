import { z } from "zod";
import { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { skipReasons } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import { isTimeZone } from "@/lib/domains/shadow-ai/schemas-settings";
import { AnyCase, Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

/** How a log was sent. */
export const importChannels = ["API", "COMMAND_LINE", "FOLDER", "DASHBOARD"] as const;
export type ImportChannel = (typeof importChannels)[number];

const importStatuses = ["QUEUED", "RUNNING", "DONE", "FAILED"] as const;

const Format = z.enum(logFormats).meta({ id: "LogFormat" });
const count = z.int().min(0);

/** The sender's name for a sensor or log. */
export const SourceName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must start with a letter or digit and contain at most 64 letters, digits, dots, hyphens and underscores",
  )
  .meta({ examples: ["edge-proxy"] });

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone such as Europe/London")
  .meta({ examples: ["Europe/London"] });

/** How to read a log: from a query string, a command line or `.import.json` in a watched folder. */
export const ReadingOptions = z.strictObject({
  format: Format.optional(),
  mapping: CsvMapping.optional(),
  timeZone: TimeZone.optional(),
});
export type ReadingOptions = z.infer<typeof ReadingOptions>;

export const SendObservations = z.strictObject({
  source: SourceName.default("default").meta({
    description: "Your name for the sensor or log. Identifies the source in `GET /v1/sensors/sources`.",
  }),
  format: AnyCase(logFormats)
    .optional()
    .meta({ description: "The format of the log. By default, it is detected from the first lines." }),
  mapping: z
    .string()
    .max(8_192)
    .transform(parseMapping)
    .optional()
    .meta({
      description:
        "JSON with one of the following: a mapping of table columns, if the table's header is missing or not recognised; a mapping of JSON fields; or a Squid `logformat`",
      examples: ['{"columns":{"when":"time","dst":"host","sent":"bytesOut"}}'],
    }),
  timeZone: TimeZone.optional().meta({
    description: "The IANA time zone of times without an offset, such as `Europe/London`. Defaults to UTC.",
  }),
  backfill: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "If `true`, accepts records that are older than the `maxLatenessHours` setting allows" }),
});
export type SendObservations = z.infer<typeof SendObservations>;

export const PreviewLog = SendObservations.pick({ format: true, mapping: true, timeZone: true });
export type PreviewLog = z.infer<typeof PreviewLog>;

const Rejection = z.object({
  line: z.int().min(1),
  message: z.string().meta({ examples: ["The line is not a JSON object."] }),
});
export type Rejection = z.infer<typeof Rejection>;

const SkippedCount = z.object({
  reason: z.enum(skipReasons).meta({ id: "SkipReason" }),
  lines: z.int().min(1),
});
export type SkippedCount = z.infer<typeof SkippedCount>;

const skipped = z.array(SkippedCount).meta({
  description:
    "Number of lines that were read but produced no separate record, by reason. For example, a line can belong to another type of log or be merged with another line about the same connection.",
});

const warning = z
  .string()
  .nullable()
  .meta({
    description: "Warning if the log's format was recognised but no line produced a record; otherwise `null`",
    examples: [null],
  });

const figures = {
  lines: count.meta({ description: "Number of lines read" }),
  accepted: count.meta({ description: "Number of records accepted, whether or not they are relevant" }),
  counted: count.meta({
    description:
      "Number of accepted records about known or possible AI services. The remaining records are about other hosts.",
  }),
  duplicates: count.meta({
    description: "Number of records that were already received and are not counted again",
  }),
  rejected: count.meta({
    description:
      "Number of lines that could not be parsed, plus the number of records that are too old or in the future",
  }),
  errors: z.array(Rejection).meta({
    description:
      "Rejection reasons, each with the line numbers of the first lines rejected for that reason. Log content is never quoted.",
  }),
};

/** Result of an import. */
export const ImportReport = z
  .object({
    importId: Id("logImport"),
    status: z.enum(["QUEUED", "DONE"]).meta({
      description:
        "`DONE` if the log was imported. `QUEUED` if it was stored and is imported in the background: all numbers are 0, and `GET /v1/sensors/imports/{id}` returns the progress and the result.",
    }),
    format: Format.nullable(),
    ...figures,
    skipped,
    warning,
  })
  .meta({
    id: "ImportReport",
    examples: [
      {
        importId: "imp_01kahbc2g8m9n4q6r1s7t3v5wx",
        status: "DONE",
        format: "zeek",
        lines: 12_053,
        accepted: 12_041,
        counted: 318,
        duplicates: 3,
        rejected: 1,
        errors: [{ line: 17, message: "The line has too few columns." }],
        skipped: [{ reason: "EMPTY", lines: 8 }],
        warning: null,
      },
    ],
  });
export type ImportReport = z.infer<typeof ImportReport>;

/** The reading of the first lines of a log. It is not stored. */
export const LogPreview = z
  .object({
    format: Format.nullable(),
    lines: count.meta({ description: "Number of lines read" }),
    skipped: count.meta({ description: "Number of valid lines that produced no separate record" }),
    rejected: count.meta({ description: "Number of lines that could not be parsed" }),
    errors: figures.errors,
    records: z
      .array(
        z.object({
          at: IsoMilliseconds,
          vantage: z.enum(["NETWORK_TRAFFIC", "DNS", "PROXY"]),
          host: z.string().nullable(),
          port: count.nullable(),
          client: z
            .string()
            .nullable()
            .meta({ description: "Masked IP address of the client", examples: ["10.20.30.x"] }),
          department: z.string().nullable(),
          method: z.string().nullable(),
          path: z.string().nullable(),
          bytesOut: count.nullable().meta({ description: "Number of bytes that the client sent" }),
          bytesIn: count.nullable().meta({ description: "Number of bytes that the client received" }),
          action: z.enum(["ALLOWED", "BLOCKED", "UNKNOWN"]),
        }),
      )
      .meta({ description: "The first records, masked as in an import" }),
  })
  .meta({
    id: "LogPreview",
    examples: [
      {
        format: "squid",
        lines: 1,
        skipped: 0,
        rejected: 0,
        errors: [],
        records: [
          {
            at: "2026-01-15T10:00:00.123Z",
            vantage: "PROXY",
            host: "api.openai.com",
            port: 443,
            client: "10.20.30.x",
            department: null,
            method: "CONNECT",
            path: null,
            bytesOut: null,
            bytesIn: 9312,
            action: "ALLOWED",
          },
        ],
      },
    ],
  });
export type LogPreview = z.infer<typeof LogPreview>;

const way = z.enum(importChannels).meta({
  description: "How the log was received: through the API, the command line, a watched folder or the dashboard",
});

export const LogImport = z
  .object({
    id: Id("logImport"),
    source: SourceName,
    via: way,
    format: Format.nullable(),
    status: z.enum(importStatuses),
    failureReason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    ...figures,
    skipped: skipped.nullable().meta({
      description:
        "Number of skipped lines by reason; `null` for imports made before the service counted skipped lines",
    }),
    warning,
    progressPercent: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description:
          "Percentage of the log that has been read. 100 if the status is `DONE`. `null` for other imports that do not run in the background.",
        examples: [null],
      }),
    bytesRead: count.meta({ description: "Number of bytes read so far, after decompression" }),
    firstRecordAt: IsoMilliseconds.nullable(),
    lastRecordAt: IsoMilliseconds.nullable(),
    startedAt: IsoMilliseconds,
    finishedAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "LogImport" });
export type LogImport = z.infer<typeof LogImport>;

export const ListImports = ListQuery({});
export type ListImports = z.infer<typeof ListImports>;
export const LogImportList = ListOf("LogImportList", LogImport);
export type LogImportList = z.infer<typeof LogImportList>;

export const LogSource = z
  .object({
    id: Id("logSource"),
    name: SourceName,
    format: Format.nullable().meta({ description: "Log format of the source's last import" }),
    via: way,
    records: count.meta({ description: "Number of records accepted across all imports of this source" }),
    rejected: count,
    warning: warning.meta({
      description:
        "Warning if the last import failed, or if its log format was recognised but no line produced a record; otherwise `null`",
    }),
    errorRate: z.number().min(0).max(1).meta({ description: "Share of lines that were rejected, from 0 to 1" }),
    lastRecordAt: IsoMilliseconds.nullable().meta({ description: "Time of the newest record" }),
    lagSeconds: count.nullable().meta({
      description:
        "Seconds since `lastRecordAt`. A high value can mean that there was no traffic or that logs are missing.",
    }),
    lastImportAt: IsoMilliseconds.nullable(),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "LogSource" });
export type LogSource = z.infer<typeof LogSource>;

export const ListSources = ListQuery({});
export type ListSources = z.infer<typeof ListSources>;
export const LogSourceList = ListOf("LogSourceList", LogSource);
export type LogSourceList = z.infer<typeof LogSourceList>;

function parseMapping(text: string, context: z.RefinementCtx): CsvMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be valid JSON" });
    return z.NEVER;
  }
  const parsed = CsvMapping.safeParse(json);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const { path, message } = issue;
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    for (const key of unknown)
      context.addIssue({ code: "custom", path: [...path, key], message: "is not a known field" });
    if (unknown.length === 0) context.addIssue({ code: "custom", path, message });
  }
  return z.NEVER;
}
