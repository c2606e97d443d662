import { z } from "zod";
import { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { isTimeZone } from "@/lib/domains/shadow-ai/schemas-settings";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination } from "@/lib/platform/http/schemas";

/** How a log came in. */
export const importWays = ["API", "COMMAND_LINE", "FOLDER", "DASHBOARD"] as const;
export type ImportWay = (typeof importWays)[number];

const importStatuses = ["RUNNING", "DONE", "FAILED"] as const;

const Format = z.enum(logFormats).meta({ id: "LogFormat" });
const count = z.int().min(0);

/** What the sender calls a sensor or a log. */
export const SourceName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "must be of letters, digits, dots, hyphens and underscores, at most 64")
  .meta({ examples: ["edge-proxy"] });

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone such as Europe/London")
  .meta({ examples: ["Europe/London"] });

/** How a log is to be read; in the query of a request, on a command line, or beside the files of a watched folder. */
export const ReadingOptions = z.strictObject({
  format: Format.optional(),
  mapping: CsvMapping.optional(),
  timeZone: TimeZone.optional(),
});
export type ReadingOptions = z.infer<typeof ReadingOptions>;

export const SendObservations = z.strictObject({
  source: SourceName.default("default").meta({ description: "What you call the sensor or log that this comes from" }),
  format: Format.optional().meta({ description: "Left out: recognised from the first lines" }),
  mapping: z
    .string()
    .max(8_192)
    .transform(parseMapping)
    .optional()
    .meta({
      description: "JSON that says what the columns of a CSV file are, where its header does not",
      examples: ['{"columns":{"when":"time","dst":"host","sent":"bytesOut"}}'],
    }),
  timeZone: TimeZone.optional().meta({ description: "Of times that name no zone. Left out: UTC" }),
  backfill: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "true: records may be older than the settings allow" }),
});
export type SendObservations = z.infer<typeof SendObservations>;

const Rejection = z.object({
  line: z.int().min(1),
  message: z.string().meta({ examples: ["The line is no JSON object."] }),
});
export type Rejection = z.infer<typeof Rejection>;

const figures = {
  accepted: count.meta({ description: "Records that were taken, of interest or not" }),
  duplicates: count.meta({ description: "Records that had come before, and count once" }),
  rejected: count.meta({ description: "Lines that could not be read, and records that are too old or in the future" }),
  errors: z
    .array(Rejection)
    .meta({ description: "Why lines were rejected, each reason with its first lines; nothing of a line is quoted" }),
};

/** What came of a log. */
export const ImportReport = z.object({ importId: Id("logImport"), format: Format.nullable(), ...figures }).meta({
  id: "ImportReport",
  examples: [
    {
      importId: "imp_01kahbc2g8m9n4q6r1s7t3v5wx",
      format: "zeek",
      accepted: 12_041,
      duplicates: 3,
      rejected: 1,
      errors: [{ line: 17, message: "The line has too few columns." }],
    },
  ],
});
export type ImportReport = z.infer<typeof ImportReport>;

const way = z.enum(importWays).meta({ description: "How it came in" });

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
    lines: count,
    ...figures,
    counted: count.meta({ description: "Of the accepted: those that tell of an AI service, or of what may be one" }),
    bytesRead: count.meta({ description: "After decompression" }),
    firstRecordAt: IsoMilliseconds.nullable(),
    lastRecordAt: IsoMilliseconds.nullable(),
    startedAt: IsoMilliseconds,
    finishedAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "LogImport" });
export type LogImport = z.infer<typeof LogImport>;

export const ListImports = z.strictObject({ limit: PageLimit, cursor: Cursor.optional() });
export type ListImports = z.infer<typeof ListImports>;
export const LogImportList = z
  .object({ data: z.array(LogImport), pagination: Pagination })
  .meta({ id: "LogImportList" });
export type LogImportList = z.infer<typeof LogImportList>;

export const LogSource = z
  .object({
    id: Id("logSource"),
    name: SourceName,
    format: Format.nullable().meta({ description: "Of its last import" }),
    via: way,
    records: count.meta({ description: "Accepted in all its imports" }),
    rejected: count,
    errorRate: z.number().min(0).max(1).meta({ description: "Rejected lines among all that came" }),
    lastRecordAt: IsoMilliseconds.nullable().meta({ description: "Event time of the newest record" }),
    lagSeconds: count.nullable().meta({
      description: "How long ago that is. Nothing new is no proof that nothing happened",
    }),
    lastImportAt: IsoMilliseconds.nullable(),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "LogSource" });
export type LogSource = z.infer<typeof LogSource>;

export const ListSources = z.strictObject({ limit: PageLimit, cursor: Cursor.optional() });
export type ListSources = z.infer<typeof ListSources>;
export const LogSourceList = z
  .object({ data: z.array(LogSource), pagination: Pagination })
  .meta({ id: "LogSourceList" });
export type LogSourceList = z.infer<typeof LogSourceList>;

function parseMapping(text: string, context: z.RefinementCtx): CsvMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be JSON" });
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
