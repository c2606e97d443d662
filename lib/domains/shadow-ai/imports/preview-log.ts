import { randomBytes } from "node:crypto";
import { formatProblem, inImportSlot } from "@/lib/domains/shadow-ai/imports/import-log";
import { ReadingBudget } from "@/lib/domains/shadow-ai/imports/import-tally";
import { FormatError, InputError, readRecords } from "@/lib/domains/shadow-ai/ingest";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { LogPreview, PreviewLog } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";

const recordsMax = 50;
const errorsMax = 20;
const cpuMsMax = 5_000;

/**
 * Reads the beginning of a log with a format and a mapping, and stores nothing. A compressed sample may end at any byte.
 * Departments are included only for callers who may read them.
 *
 * @throws `validation_failed` for a sample that cannot be recognised or unpacked, `payload_too_large` for one that takes
 * more than five seconds of processor time, and `unavailable` if too many imports are waiting.
 */
export function previewLog(ctx: Context, options: PreviewLog, body: AsyncIterable<Uint8Array>): Promise<LogPreview> {
  return inImportSlot(() => readSample(ctx, options, body));
}

async function readSample(
  ctx: Context,
  { format, mapping, timeZone }: PreviewLog,
  body: AsyncIterable<Uint8Array>,
): Promise<LogPreview> {
  const mayRead = ctx.scopes.has("shadow_ai:read");
  const { departments } = mayRead ? await findSettings(undefined, ctx.organisation.id) : { departments: [] };
  const budget = new ReadingBudget({ cpuMs: cpuMsMax });
  const key = randomBytes(32);
  const preview: LogPreview = { format: null, lines: 0, skipped: 0, rejected: 0, errors: [], records: [] };
  const options = {
    format,
    mapping,
    zone: timeZone,
    hashKey: key,
    clientKeyOf: () => key,
    departments: departments.flatMap(({ name, ranges }) => ranges.map((range) => ({ range, department: name }))),
    receivedAtMs: ctx.clock.now(),
    limits: { totalBytes: 4 * 1024 * 1024, totalLines: 20_000, pendingJoins: 20_000 },
  };
  try {
    for await (const batch of readRecords([{ name: "sample", bytes: body }], options)) {
      budget.spend(batch, 0);
      preview.format = batch.format;
      preview.lines += batch.linesRead;
      preview.rejected += batch.bad.length;
      preview.skipped = Object.values(batch.skipped).reduce((sum, lines) => sum + lines, 0);
      preview.errors.push(...batch.bad.slice(0, errorsMax - preview.errors.length));
      preview.records.push(...batch.records.slice(0, recordsMax - preview.records.length).map(toShown));
    }
  } catch (error) {
    if (error instanceof FormatError) throw formatProblem(error);
    if (!(error instanceof InputError)) throw error;
    if (error.code === "too_large") throw new ServiceError("payload_too_large", error.message);
    if (preview.lines === 0) throw validationFailed([{ path: "body", message: error.message }]);
  }
  return preview;
}

function toShown({ record }: { record: TrafficRecord }): LogPreview["records"][number] {
  const { atMs, vantage, host, port, range, department, method, path, bytesOut, bytesIn, action } = record;
  const at = new Date(atMs).toISOString();
  return { at, vantage, host, port, client: range, department, method, path, bytesOut, bytesIn, action };
}
