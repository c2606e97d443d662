import { z } from "zod";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";
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
import { estimatedDatabaseNow } from "@/lib/platform/core/clock";
import { visibleText } from "@/lib/platform/core/visible-text";
import {
  AnyCase,
  Hash,
  HashInput,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  SearchText,
  Timestamp,
  ValueOf,
} from "@/lib/platform/http/schemas";

export const EventTypeName = z.enum(eventTypes).meta({ id: "EventType" });
export const SeverityName = z.enum(severities).meta({ id: "Severity" });
const SourceName = z.enum(sources).meta({
  id: "Source",
  description: "Source of the event: the API or an integration",
});

const VisibleText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(...visibleText);

const EventActor = z
  .strictObject({
    type: VisibleText(64).meta({
      description: "Type of actor: SERVICE, USER, SYSTEM, AGENT, INTEGRATION or a custom type",
    }),
    id: VisibleText(256),
    displayName: VisibleText(256).optional(),
    ipAddress: VisibleText(64).optional(),
  })
  .meta({ id: "EventActor", examples: [{ type: "SERVICE", id: "credit-scoring-api" }] });

export const Tag = z.string().min(1).max(64);
const Tags = z
  .array(Tag.refine(...visibleText))
  .max(10)
  .refine((tags) => new Set(tags).size === tags.length, "must not contain duplicates");

/** How far in the future an event's time may be, because clocks differ. */
export const futureToleranceMs = 5 * 60 * 1000;
export const futureMessage = "must not be more than 5 minutes in the future";

export const AppendEvent = z
  .strictObject({
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: "ID of a registered model", examples: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"] }),
    eventType: EventTypeName,
    payload: z.record(z.string(), z.unknown()).meta({
      description:
        "Any JSON object. The event's content (payload, actor and tags) can be up to 256 KiB in canonical form (RFC 8785). Send hashes instead of sensitive content. Numbers must be representable as IEEE 754 doubles.",
    }),
    severity: SeverityName.default("INFO"),
    actor: EventActor.optional(),
    tags: Tags.default([]),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Any JSON object, up to 64 KiB. It is stored with the event but not hashed." }),
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
  description:
    "Save this receipt. To verify later that the chain still contains this event, send it as `expectedHead` to `POST /v1/audit/verify-chain`.",
});

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

/** The maximum number of events per `POST /v1/audit/batch`. */
export const batchEventsMax = 1_000;

/** The body of `POST /v1/audit/batch`. Each event is validated separately, for `partial=true`. */
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
    .meta({
      description:
        "If `true`, valid events are appended even if others are rejected, and the response contains a result for each event",
    }),
});

const BatchFailure = z.object({
  index: z.int().min(0),
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** The response of `POST /v1/audit/batch`. Only with `partial=true` can it contain failures. */
export const BatchResult = z
  .object({
    appended: z.int().min(0),
    failed: z.int().min(0),
    results: z.array(z.union([z.object({ index: z.int().min(0) }).extend(AppendedEvent.shape), BatchFailure])),
  })
  .meta({ id: "BatchResult", examples: [exampleBatchResult] });
export type BatchResult = z.infer<typeof BatchResult>;

/** An integer returned as stored: a tampered row must still be readable. */
const StoredInteger = z.number().meta({ type: "integer" });

export const LegalBasisName = z
  .enum(legalBases)
  .meta({ id: "LegalBasis", description: "The legal basis for the erasure" });

export const ErasedContent = z
  .object({
    at: IsoMilliseconds.meta({ description: "When the erasure was recorded" }),
    eventId: Id("auditEvent").meta({ description: "ID of the audit event that records the erasure" }),
    chainPosition: StoredInteger,
    legalBasis: z.string().meta({ examples: ["GDPR_ART_17"] }),
    reference: z.string().meta({ description: "Case reference that was given for the erasure" }),
  })
  .meta({ id: "ErasedContent", examples: [exampleErased] });

/** `contentHash` and `blockHash` can be recomputed from its members; for an erased event, only `blockHash`. */
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
    eventType: ValueOf(eventTypes),
    severity: ValueOf(severities),
    modelId: Id("model"),
    source: ValueOf(sources),
    actor: z
      .object({
        type: z.string(),
        id: z.string(),
        displayName: z.string().optional(),
        ipAddress: z.string().optional(),
      })
      .nullable()
      .meta({ description: "The actor that caused the event; `null` if the content was erased" }),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "Content of the event; `null` if the content was erased" }),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    contentHash: Hash,
    contentSalt: z
      .string()
      .nullable()
      .meta({ description: "Salt of the `contentHash`; `null` if the content was erased" }),
    verified: z.boolean().meta({
      description:
        "Whether the hashes recomputed from the stored event match the recorded hashes. If the content was erased, whether the header matches its hash and the chain records the erasure.",
    }),
    erased: ErasedContent.optional().meta({
      description: "Details of the erasure, present only if the content was erased",
    }),
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

/** An event with the tickets that name it. */
export const AuditEventDetail = AuditEvent.extend({ linkedTickets: z.array(LinkedTicket) }).meta({
  id: "AuditEventDetail",
  examples: [{ ...exampleEvent, linkedTickets: [exampleTicket] }],
});
export type AuditEventDetail = z.infer<typeof AuditEventDetail>;

export const EventNeighbours = z
  .object({
    previous: AuditEvent.nullable().meta({ description: "The previous event; `null` for the first event" }),
    next: AuditEvent.nullable().meta({ description: "The next event; `null` for the latest event" }),
  })
  .meta({ id: "AuditEventNeighbours" });
export type EventNeighbours = z.infer<typeof EventNeighbours>;

const filters = {
  modelId: z.string().min(1).max(128).optional(),
  eventType: EventTypeName.optional(),
  severity: SeverityName.optional(),
  from: Timestamp.optional().meta({ description: "Start of the `timestamp` range, inclusive" }),
  to: Timestamp.optional().meta({ description: "End of the `timestamp` range, inclusive" }),
  source: SourceName.optional(),
  tags: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(Tag).max(10))
    .optional()
    .meta({
      description: "Comma-separated list of tags. Only events with all of these tags are returned.",
      examples: ["prod,uk"],
    }),
  tag: z
    .array(Tag)
    .max(10)
    .optional()
    .meta({
      description:
        "Only events with this tag, which can contain commas. To require several tags, repeat the parameter.",
      examples: [["eu,west"]],
    }),
  q: SearchText({
    description:
      "Only events with all of these words in their type, actor, tags or payload, in any order and case. `or` between two words requires one of them, and `-` before a word excludes events with it. Metadata is not searched.",
    examples: ["declined affordability -manual"],
  }),
};

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
const outOfOrder = { path: ["from"], message: "must not be after `to`" };

export const ListEventsQuery = ListQuery(filters).refine(inOrder, outOfOrder);
export type ListEventsQuery = z.output<typeof ListEventsQuery>;

/** The filters shared by lists and exports. */
export type EventFilters = Omit<ListEventsQuery, "limit" | "cursor">;

export const ExportEventsQuery = z
  .strictObject({ ...filters, format: AnyCase(["ndjson", "csv"]).default("ndjson").meta({ default: "ndjson" }) })
  .refine(inOrder, outOfOrder);
export type ExportEventsQuery = z.output<typeof ExportEventsQuery>;

export const EventList = ListOf("EventList", AuditEvent);
export type EventList = z.infer<typeof EventList>;

export const VerifyEvent = z
  .strictObject({
    eventId: z.string().min(1).max(512),
    expectedHash: HashInput.optional().meta({
      description: "The `blockHash` that you saved when the event was appended",
    }),
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
    description:
      "Present only if the content was erased. In that case, the header, the links and the record of the erasure have been verified.",
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

export const EventVerification = z
  .discriminatedUnion("valid", [ValidEvent, TamperedEvent])
  .meta({ id: "EventVerification", examples: [exampleVerification] });
export type EventVerification = z.infer<typeof EventVerification>;
