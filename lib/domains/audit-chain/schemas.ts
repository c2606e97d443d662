import { z } from "zod";
import { legalBases } from "@/lib/domains/audit-chain/erasure/erasure-record";
import {
  exampleAppended,
  exampleBatchResult,
  exampleErased,
  exampleEvent,
  exampleInput,
  exampleTicket,
  exampleVerification,
} from "@/lib/domains/audit-chain/schemas-examples";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/vocabulary";
import { estimatedDatabaseNow } from "@/lib/platform/core/clock";
import { visibleText } from "@/lib/platform/core/visible-text";
import {
  Cursor,
  Hash,
  HashInput,
  Id,
  IsoMilliseconds,
  PageLimit,
  Pagination,
  Timestamp,
} from "@/lib/platform/http/schemas";

export const EventTypeName = z.enum(eventTypes).meta({ id: "EventType" });
export const SeverityName = z.enum(severities).meta({ id: "Severity" });
const SourceName = z.enum(sources).meta({
  id: "Source",
  description: "API, or the integration an event came from: code host, ticketing system, machine-learning platform",
});

const EventActor = z
  .strictObject({
    type: z
      .string()
      .min(1)
      .max(64)
      .refine(...visibleText)
      .meta({ description: "SERVICE, USER, SYSTEM, AGENT, INTEGRATION, or a word of the caller's own" }),
    id: z
      .string()
      .min(1)
      .max(256)
      .refine(...visibleText),
    displayName: z
      .string()
      .min(1)
      .max(256)
      .refine(...visibleText)
      .optional(),
    ipAddress: z
      .string()
      .min(1)
      .max(64)
      .refine(...visibleText)
      .optional(),
  })
  .meta({ id: "EventActor", examples: [{ type: "SERVICE", id: "credit-scoring-api" }] });

export const Tag = z.string().min(1).max(64);
const Tags = z
  .array(Tag.refine(...visibleText))
  .max(10)
  .refine((tags) => new Set(tags).size === tags.length, "must not repeat a tag");

/** How far in the future an event's time may lie: clocks differ. */
export const futureToleranceMs = 5 * 60 * 1000;
export const futureMessage = "must not be more than 5 minutes in the future";

/** The body of `POST /v1/audit` (specification, "POST /audit"). */
export const AppendEvent = z
  .strictObject({
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: "A registered model", examples: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"] }),
    eventType: EventTypeName,
    payload: z.record(z.string(), z.unknown()).meta({
      description:
        "Any JSON object, at most 256 KiB in canonical form. Send hashes in place of sensitive content. Numbers are IEEE 754 doubles (RFC 8785).",
    }),
    severity: SeverityName.default("INFO"),
    actor: EventActor.optional(),
    tags: Tags.default([]),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Stored with the event, not hashed; at most 64 KiB" }),
    timestamp: Timestamp.refine((iso) => Date.parse(iso) <= estimatedDatabaseNow() + futureToleranceMs, {
      message: futureMessage,
    }).optional(),
  })
  .meta({
    id: "AppendEvent",
    examples: [exampleInput],
  });
export type AppendEvent = z.output<typeof AppendEvent>;

const Receipt = z.object({ organisationId: Id("organisation"), chainPosition: z.int().min(1), blockHash: Hash }).meta({
  id: "Receipt",
  description: "Keep it: handed back as expectedHead it proves that the chain still contains this event",
});

/** The answer of `POST /v1/audit`. */
export const AppendedEvent = z
  .object({
    id: Id("auditEvent"),
    chainPosition: z.int().min(1),
    blockHash: Hash,
    previousHash: Hash,
    timestamp: IsoMilliseconds,
    recordedAt: IsoMilliseconds,
    eventType: EventTypeName,
    verified: z.boolean(),
    receipt: Receipt,
  })
  .meta({ id: "AppendedEvent", examples: [exampleAppended] });
export type AppendedEvent = z.infer<typeof AppendedEvent>;

/** Events that one `POST /v1/audit/batch` may carry. */
export const batchEventsMax = 1_000;

/** The body of `POST /v1/audit/batch`. Each event is validated on its own, so that one bad event need not refuse all. */
export const AppendBatch = z
  .strictObject({
    events: z
      .array(z.unknown().meta({ $ref: "#/components/schemas/AppendEvent" }))
      .min(1)
      .max(batchEventsMax),
  })
  .meta({ id: "AppendBatch" });

export const AppendBatchQuery = z.strictObject({
  partial: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "true: append what can be, and answer event by event" }),
});

const BatchFailure = z.object({
  index: z.int().min(0),
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** The answer of `POST /v1/audit/batch`. Whole batches have no failures: they are refused with an error instead. */
export const BatchResult = z
  .object({
    appended: z.int().min(0),
    failed: z.int().min(0),
    results: z.array(z.union([z.object({ index: z.int().min(0) }).extend(AppendedEvent.shape), BatchFailure])),
  })
  .meta({ id: "BatchResult", examples: [exampleBatchResult] });
export type BatchResult = z.infer<typeof BatchResult>;

/** An integer that is shown as it is stored, however it got there: a tampered row must still be readable. */
const StoredInteger = z.number().meta({ type: "integer" });

/** By which law or order a content is erased. */
export const LegalBasisName = z
  .enum(legalBases)
  .meta({ id: "LegalBasis", description: "By which law or order the content is erased" });

/** That the content of an event was erased on a legal request. */
export const ErasedContent = z
  .object({
    at: IsoMilliseconds.meta({ description: "When the erasure was recorded" }),
    eventId: Id("auditEvent").meta({ description: "The event on the chain that records the erasure" }),
    chainPosition: StoredInteger,
    legalBasis: z.string().meta({ examples: ["GDPR_ART_17"] }),
    reference: z.string().meta({ description: "The case under which it was erased" }),
  })
  .meta({ id: "ErasedContent", examples: [exampleErased] });

/**
 * An event as it is read. `contentHash` and `blockHash` can be recomputed from its members alone; for an erased one,
 * only `blockHash`.
 */
export const AuditEvent = z
  .object({
    id: Id("auditEvent"),
    organisationId: Id("organisation"),
    chainPosition: StoredInteger,
    blockHash: Hash,
    previousHash: Hash,
    previousModelHash: Hash,
    timestamp: IsoMilliseconds,
    recordedAt: IsoMilliseconds,
    eventType: z.string(),
    severity: z.string(),
    modelId: Id("model"),
    source: z.string(),
    actor: z
      .object({
        type: z.string(),
        id: z.string(),
        displayName: z.string().optional(),
        ipAddress: z.string().optional(),
      })
      .nullable()
      .meta({ description: "null where the content was erased" }),
    payload: z.record(z.string(), z.unknown()).nullable().meta({ description: "null where the content was erased" }),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    contentHash: Hash,
    contentSalt: z.string().nullable().meta({ description: "null where the content was erased" }),
    verified: z.boolean().meta({
      description:
        "Whether the hashes, recomputed from what is stored, are the recorded ones; where the content was erased, whether the header's is and the chain says so",
    }),
    erased: ErasedContent.optional().meta({ description: "There only where the content was erased" }),
  })
  .meta({ id: "AuditEvent", examples: [exampleEvent] });
export type AuditEvent = z.infer<typeof AuditEvent>;

const LinkedTicket = z
  .object({
    system: z.string(),
    key: z.string(),
    url: z.string(),
    title: z.string(),
    status: z.string(),
    linkedAt: IsoMilliseconds,
  })
  .meta({ id: "LinkedTicket", examples: [exampleTicket] });

/** One event with the tickets that name it. */
export const AuditEventDetail = AuditEvent.extend({ linkedTickets: z.array(LinkedTicket) }).meta({
  id: "AuditEventDetail",
  examples: [{ ...exampleEvent, linkedTickets: [exampleTicket] }],
});
export type AuditEventDetail = z.infer<typeof AuditEventDetail>;

/** The answer of `GET /v1/audit/{id}/neighbours`. */
export const EventNeighbours = z
  .object({
    previous: AuditEvent.nullable().meta({ description: "The event before it; null for the first" }),
    next: AuditEvent.nullable().meta({ description: "The event after it; null for the last" }),
  })
  .meta({ id: "AuditEventNeighbours" });
export type EventNeighbours = z.infer<typeof EventNeighbours>;

const filters = {
  modelId: z.string().min(1).max(128).optional(),
  eventType: EventTypeName.optional(),
  severity: SeverityName.optional(),
  from: Timestamp.optional().meta({ description: "Start of the range of timestamp, inclusive" }),
  to: Timestamp.optional().meta({ description: "End of the range of timestamp, inclusive" }),
  source: SourceName.optional(),
  tags: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(Tag).max(10))
    .optional()
    .meta({ description: "Comma-separated; an event must carry all of them", examples: ["prod,uk"] }),
  tag: z
    .array(Tag)
    .max(10)
    .optional()
    .meta({
      description:
        "One tag, which may contain a comma. Repeat the parameter for several; an event must carry all of them",
      examples: [["eu,west"]],
    }),
};

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
const outOfOrder = { path: ["from"], message: "must not be after to" };

/** The query of `GET /v1/audit`. */
export const ListEventsQuery = z
  .strictObject({ ...filters, limit: PageLimit, cursor: Cursor.optional() })
  .refine(inOrder, outOfOrder);
export type ListEventsQuery = z.output<typeof ListEventsQuery>;

/** The filters that lists and exports share. */
export type EventFilters = Omit<ListEventsQuery, "limit" | "cursor">;

/** The query of `GET /v1/audit/export`. */
export const ExportEventsQuery = z
  .strictObject({ ...filters, format: z.enum(["ndjson", "csv"]).default("ndjson") })
  .refine(inOrder, outOfOrder);
export type ExportEventsQuery = z.output<typeof ExportEventsQuery>;

export const EventList = z.object({ data: z.array(AuditEvent), pagination: Pagination }).meta({ id: "EventList" });
export type EventList = z.infer<typeof EventList>;

/** The body of `POST /v1/audit/verify`. */
export const VerifyEvent = z
  .strictObject({
    eventId: z.string().min(1).max(512),
    expectedHash: HashInput.optional().meta({ description: "The blockHash that the caller kept" }),
  })
  .meta({ id: "VerifyEvent", examples: [{ eventId: exampleEvent.id, expectedHash: exampleEvent.blockHash }] });
export type VerifyEvent = z.output<typeof VerifyEvent>;

const ValidEvent = z.object({
  eventId: Id("auditEvent"),
  valid: z.literal(true),
  chainPosition: StoredInteger,
  blockHash: Hash,
  previousHash: Hash,
  erased: ErasedContent.optional().meta({
    description: "There only where the content was erased: header, links and the record of the erasure agree",
  }),
  verifiedAt: IsoMilliseconds,
});

const TamperedEvent = z.object({
  eventId: Id("auditEvent"),
  valid: z.literal(false),
  error: z.enum(["hash_mismatch", "link_mismatch"]),
  message: z.string(),
  storedHash: Hash,
  computedHash: Hash,
  verifiedAt: IsoMilliseconds,
});

/** Both answers of `POST /v1/audit/verify`. */
export const EventVerification = z
  .discriminatedUnion("valid", [ValidEvent, TamperedEvent])
  .meta({ id: "EventVerification", examples: [exampleVerification] });
export type EventVerification = z.infer<typeof EventVerification>;
