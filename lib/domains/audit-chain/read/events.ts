import type { z } from "zod";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import { indexForSearch } from "@/lib/domains/audit-chain/read/search";
import type {
  AuditEvent,
  EventList,
  EventNeighbours,
  ExportEventsQuery,
  ListEventsQuery,
} from "@/lib/domains/audit-chain/schemas";
import { findEvent, findEventAt, findPage, type PageRequest } from "@/lib/domains/audit-chain/store";
import { isObject, readJson, recompute, type StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { csvRecord } from "@/lib/platform/client/csv";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { GroupedLookup } from "@/lib/platform/database/grouped-lookup";
import { readFromReplica } from "@/lib/platform/database/replica";
import { paginate, readPlace } from "@/lib/platform/resource/list-page";

/** @throws `not_found`, also for another organisation's event. */
export async function getEvent(ctx: Context, eventId: string): Promise<AuditEvent> {
  const stored = await findEvent(ctx.organisation.id, eventId);
  if (!stored) throw notFound("audit event");
  return toEvent(stored);
}

/** The names of the actors of events, by event ID. Missing events and those that do not match their hash are left out. */
export async function findActorNames(organisationId: string, eventIds: string[]): Promise<Map<string, string>> {
  const found = await Promise.all(eventIds.map((id) => findEvent(organisationId, id)));
  return new Map(
    found.flatMap((stored) => {
      if (!stored) return [];
      const { actor, intact } = recompute(stored);
      return actor && intact ? [[stored.id, nameOfActor(actor)]] : [];
    }),
  );
}

/**
 * The previous and next events by position; null at the ends of the chain and for a missing event. @throws
 * `not_found`.
 */
export async function getNeighbours(ctx: Context, eventId: string): Promise<EventNeighbours> {
  const organisationId = ctx.organisation.id;
  const stored = await findEvent(organisationId, eventId);
  if (!stored) throw notFound("audit event");
  const [previous, next] = await Promise.all(
    [-1, 1].map((step) => findEventAt(organisationId, stored.chainPosition + step)),
  );
  return { previous: previous ? toEvent(previous) : null, next: next ? toEvent(next) : null };
}

/**
 * A page of the organisation's events, newest first. `total` is counted for the first page, and later events do not
 * appear on further pages. @throws `unavailable` for a search while many events are not yet indexed.
 */
export async function listEvents(ctx: Context, query: ListEventsQuery): Promise<z.infer<typeof EventList>> {
  const { limit, cursor, ...filters } = query;
  const binding = ["audit", ctx.organisation.id, filters];
  const place = readPlace(cursor, binding);
  if (filters.q !== undefined && !place) await indexForSearch(ctx.organisation.id);
  const { events, total } = await readPage(ctx.organisation.id, {
    filters,
    before: place && Number(place.before),
    limit: limit + 1,
    withTotal: place === undefined,
  });
  const { rows, pagination } = paginate(events, {
    limit,
    place,
    total: place?.total ?? total ?? 0,
    binding,
    before: (event) => String(event.chainPosition),
  });
  return { data: rows, pagination };
}

/** A page, verified when it was read. */
interface VerifiedPage {
  events: AuditEvent[];
  total: number | undefined;
}

/** Equal requests that arrive while a query is running share the next query and its verification. */
const pages = new GroupedLookup<VerifiedPage>(async (scope, [request = ""]) => {
  const [organisationId, page]: [string, PageRequest] = JSON.parse(request);
  return new Map([[scope, await findVerified(organisationId, page)]]);
});

async function findVerified(organisationId: string, page: PageRequest): Promise<VerifiedPage> {
  const { events, total } = await findPage(organisationId, page);
  return { events: events.map(toEvent), total };
}

/** Other filters can take long: a request would wait for the query that runs, and then for its own. */
async function readPage(organisationId: string, page: PageRequest): Promise<VerifiedPage> {
  const { modelId: _, ...others } = page.filters;
  if (Object.values(others).some((value) => value !== undefined)) return findVerified(organisationId, page);
  const request = JSON.stringify([organisationId, page]);
  return (await pages.get(request, request)) ?? { events: [], total: undefined };
}

const pageSize = 100;

export const exportTypes = { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;

/**
 * The events of a filter, newest first, as NDJSON or as CSV (RFC 4180) without formulas, with one page in memory. The
 * stream fails if the database does, so that a truncated export does not look complete.
 */
export function exportEvents(ctx: Context, query: ExportEventsQuery): ReadableStream<Uint8Array> {
  const { format, ...filters } = query;
  const encoder = new TextEncoder();
  const toText = format === "csv" ? csvRows : ndjsonLines;
  let before: number | undefined;
  let header = format === "csv" ? csvHeader() : "";
  let isIndexed = filters.q === undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isIndexed) await indexForSearch(ctx.organisation.id);
      isIndexed = true;
      const page = await readFromReplica(() =>
        findPage(ctx.organisation.id, { filters, before, limit: pageSize, withTotal: false }),
      );
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

/** A stored event as in the API; `verified` is computed on every read. */
export function toEvent(stored: StoredEvent): AuditEvent {
  const recomputed = recompute(stored);
  return {
    id: stored.id,
    organisationId: stored.organisationId,
    chainPosition: stored.chainPosition,
    blockHash: stored.blockHash,
    previousHash: stored.previousHash,
    previousModelHash: stored.previousModelHash,
    timestamp: stored.timestamp,
    recordedAt: stored.recordedAt,
    eventType: stored.eventType,
    severity: stored.severity,
    modelId: stored.modelId,
    source: stored.source,
    actor: recomputed.actor,
    payload: recomputed.payload,
    tags: recomputed.tags,
    metadata: readMetadata(stored.metadata),
    contentHash: stored.contentHash,
    contentSalt: recomputed.salt,
    verified: recomputed.intact,
    ...(recomputed.erased && { erased: recomputed.erased }),
  };
}

/** Metadata is not hashed. If tampered with and no longer a JSON object, it is null. */
function readMetadata(text: string | null): Record<string, unknown> | null {
  const value = text === null ? null : readJson(text);
  return isObject(value) ? value : null;
}
