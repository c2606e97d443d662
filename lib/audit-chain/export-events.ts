import type { AuditEvent, ExportEventsQuery } from "@/lib/audit-chain/schemas";
import { findPage } from "@/lib/audit-chain/store";
import { toEvent } from "@/lib/audit-chain/to-event";
import { csvRecord } from "@/lib/client/csv";
import type { Context } from "@/lib/context";

const pageSize = 100;

/** The media types of the two export formats. */
export const exportTypes = { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;

/**
 * The events of a filter, newest first, as a stream that holds one page of them at a time: NDJSON, or CSV (RFC 4180) in
 * which cells that a spreadsheet would run as a formula are made text. The stream fails when the database does, so that
 * a broken export never looks like a complete one.
 */
export function exportEvents(ctx: Context, query: ExportEventsQuery): ReadableStream<Uint8Array> {
  const { format, ...filters } = query;
  const encoder = new TextEncoder();
  const toText = format === "csv" ? csvRows : ndjsonLines;
  let before: number | undefined;
  let header = format === "csv" ? csvHeader() : "";
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await findPage(ctx.organisation.id, { filters, before, limit: pageSize, withTotal: false });
      const text = header + toText(page.events.map(toEvent));
      header = "";
      if (text !== "") controller.enqueue(encoder.encode(text));
      before = page.events.at(-1)?.chainPosition;
      if (page.events.length < pageSize) controller.close();
    },
  });
}

function ndjsonLines(events: AuditEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

const csvColumns: [string, (event: AuditEvent) => string | number][] = [
  ["chainPosition", (event) => event.chainPosition],
  ["id", (event) => event.id],
  ["timestamp", (event) => event.timestamp],
  ["recordedAt", (event) => event.recordedAt],
  ["eventType", (event) => event.eventType],
  ["severity", (event) => event.severity],
  ["modelId", (event) => event.modelId],
  ["source", (event) => event.source],
  ["actorType", (event) => event.actor?.type ?? ""],
  ["actorId", (event) => event.actor?.id ?? ""],
  ["actorDisplayName", (event) => event.actor?.displayName ?? ""],
  ["actorIpAddress", (event) => event.actor?.ipAddress ?? ""],
  ["tags", (event) => event.tags.join(" ")],
  ["payload", (event) => (event.payload ? JSON.stringify(event.payload) : "")],
  ["metadata", (event) => (event.metadata ? JSON.stringify(event.metadata) : "")],
  ["verified", (event) => String(event.verified)],
  ["blockHash", (event) => event.blockHash],
  ["previousHash", (event) => event.previousHash],
  ["previousModelHash", (event) => event.previousModelHash],
  ["contentHash", (event) => event.contentHash],
  ["contentSalt", (event) => event.contentSalt ?? ""],
  ["erasedAt", (event) => event.erased?.at ?? ""],
  ["erasedBy", (event) => event.erased?.eventId ?? ""],
];

function csvHeader(): string {
  return csvRecord(csvColumns.map(([name]) => name));
}

function csvRows(events: AuditEvent[]): string {
  return events.map((event) => csvRecord(csvColumns.map(([, value]) => value(event)))).join("");
}
