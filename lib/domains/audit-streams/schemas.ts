import { z } from "zod";
import { EventTypeName, SeverityName } from "@/lib/domains/audit-chain/schemas";
import {
  bytesMax,
  bytesMin,
  compressions,
  delaySecondsMax,
  eventsMax,
  streamStatuses,
} from "@/lib/domains/audit-streams/vocabulary";
import { EndpointUrl } from "@/lib/domains/webhooks/schemas";
import { visibleText } from "@/lib/platform/core/visible-text";
import {
  Cursor,
  Id,
  IsoMilliseconds,
  OverlapSeconds,
  PageLimit,
  Pagination,
  setsSomething,
} from "@/lib/platform/http/schemas";

function isDistinct(values: string[]): boolean {
  return new Set(values).size === values.length;
}

const Filter = z
  .strictObject({
    eventTypes: z
      .array(EventTypeName)
      .max(9)
      .refine(isDistinct, "must not name a type twice")
      .default([])
      .meta({ description: "Only events of these types; empty: of every type" }),
    modelIds: z
      .array(z.string().min(1).max(128))
      .max(100)
      .refine(isDistinct, "must not name a model twice")
      .default([])
      .meta({ description: "Only events of these models; empty: of every model" }),
    minSeverity: SeverityName.nullable()
      .default(null)
      .meta({ description: "Only events of this severity, or of a higher one" }),
  })
  .meta({ id: "AuditStreamFilter", examples: [{ eventTypes: [], modelIds: [], minSeverity: "MEDIUM" }] });

const example = { name: "Splunk", url: "https://splunk.example.com:8088/services/collector/raw" };

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(...visibleText)
  .meta({ examples: [example.name] });

/** Header values of visible ASCII (RFC 9110, 5.5): what else stands in one may end it. */
const authorization = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, "must be visible ASCII characters, with spaces only between them")
  .nullable()
  .meta({
    description:
      "The `Authorization` header of each request, such as `Splunk <token>`. Stored encrypted, and never shown",
    examples: ["Splunk 11111111-2222-3333-4444-555555555555"],
  });

const maxEvents = z.int().min(1).max(eventsMax).meta({ description: "Events of a batch, at most" });
const maxBytes = z
  .int()
  .min(bytesMin)
  .max(bytesMax)
  .meta({ description: "Bytes of a batch, at most, before it is compressed; an event that has more goes alone" });
const maxDelaySeconds = z
  .int()
  .min(0)
  .max(delaySecondsMax)
  .meta({ description: "How long an event waits for others, at most" });
const compression = z.enum(compressions).meta({ description: "How the body of a request is encoded" });

/** Where a stream begins. */
const From = z
  .union([z.enum(["now", "beginning"]), z.int().min(0)])
  .default("now")
  .meta({
    description:
      "`now`: with the event that records that the stream was made; `beginning`: with the chain's first event; a position: behind it",
  });

export const CreateAuditStream = z
  .strictObject({
    name,
    url: EndpointUrl,
    filter: Filter.default({ eventTypes: [], modelIds: [], minSeverity: null }),
    authorization: authorization.default(null),
    maxEvents: maxEvents.default(1_000),
    maxBytes: maxBytes.default(1024 * 1024),
    maxDelaySeconds: maxDelaySeconds.default(5),
    compression: compression.default("gzip"),
    status: z
      .enum(["ACTIVE", "PAUSED"])
      .default("ACTIVE")
      .meta({ description: "PAUSED: it sends nothing until resumed" }),
    from: From,
  })
  .meta({
    id: "CreateAuditStream",
    examples: [{ ...example, from: "beginning" }],
  });
export type CreateAuditStream = z.output<typeof CreateAuditStream>;

export const UpdateAuditStream = z
  .strictObject({
    name: name.optional(),
    url: EndpointUrl.optional(),
    filter: Filter.optional(),
    authorization: authorization.optional(),
    maxEvents: maxEvents.optional(),
    maxBytes: maxBytes.optional(),
    maxDelaySeconds: maxDelaySeconds.optional(),
    compression: compression.optional(),
    status: z
      .enum(["ACTIVE", "PAUSED"])
      .optional()
      .meta({ description: "ACTIVE resumes where the stream stands, also one that was disabled" }),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateAuditStream", minProperties: 1, examples: [{ status: "PAUSED" }] });
export type UpdateAuditStream = z.output<typeof UpdateAuditStream>;

export const RotateStreamSecret = z
  .strictObject({
    overlapSeconds: OverlapSeconds("How long batches are signed with the old secret beside the new one"),
  })
  .meta({ id: "RotateStreamSecret" });
export type RotateStreamSecret = z.infer<typeof RotateStreamSecret>;

const at = IsoMilliseconds.nullable();

/** A stream as anybody with `webhooks:read` may see it: nothing of its secrets. */
export const AuditStream = z
  .object({
    id: Id("auditStream"),
    name: z.string().meta({ examples: [example.name] }),
    url: z.string().meta({ examples: [example.url] }),
    filter: z
      .object({
        eventTypes: z.array(z.string()),
        modelIds: z.array(z.string()),
        minSeverity: z.string().nullable(),
      })
      .meta({ examples: [{ eventTypes: [], modelIds: [], minSeverity: "MEDIUM" }] }),
    hasAuthorization: z.boolean(),
    maxEvents: z.int().meta({ examples: [1_000] }),
    maxBytes: z.int().meta({ examples: [1_048_576] }),
    maxDelaySeconds: z.int().meta({ examples: [5] }),
    compression: z.enum(compressions),
    status: z.enum(streamStatuses).meta({ description: "FAILING: the last attempt failed, and another follows" }),
    disabledReason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    position: z
      .int()
      .min(0)
      .meta({ description: "The last position that the receiver took, or that the filter held back" }),
    positionAt: at.meta({ description: "When it last moved" }),
    headPosition: z.int().min(0).meta({ description: "Where the chain ends" }),
    lag: z
      .object({
        events: z
          .int()
          .min(0)
          .meta({ description: "Positions behind `position`, those that the filter holds back included" }),
        oldestReceivedAt: at.meta({ description: "When the first of them was received" }),
      })
      .meta({ description: "How far it is behind the chain" }),
    failures: z.int().min(0).meta({ description: "Failed attempts in a row" }),
    failingSince: at.meta({ examples: [null] }),
    nextAttemptAt: at.meta({ description: "When the batch that failed is sent again", examples: [null] }),
    lastDeliveredAt: at,
    lastError: z
      .string()
      .nullable()
      .meta({ description: "Why the last attempt failed; null when it succeeded", examples: [null] }),
    lastStatusCode: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    previousSecretExpiresAt: at.meta({ examples: [null] }),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({ id: "AuditStream" });
export type AuditStream = z.infer<typeof AuditStream>;

export const CreatedAuditStream = AuditStream.extend({
  signingSecret: z
    .string()
    .optional()
    .meta({
      description:
        "The secret that batches are signed with, shown this once. A repeat of the request by its Idempotency-Key answers without it.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="],
    }),
}).meta({ id: "CreatedAuditStream" });
export type CreatedAuditStream = z.infer<typeof CreatedAuditStream>;

export const ListAuditStreams = z.strictObject({ limit: PageLimit, cursor: Cursor.optional() });
export type ListAuditStreams = z.output<typeof ListAuditStreams>;

export const AuditStreamList = z
  .object({ data: z.array(AuditStream), pagination: Pagination })
  .meta({ id: "AuditStreamList" });
export type AuditStreamList = z.infer<typeof AuditStreamList>;

/** An attempt to deliver a batch. */
export const StreamBatch = z
  .object({
    number: z.int().min(1).meta({ description: "Counts the stream's attempts" }),
    batchId: z.string().meta({ description: "The same at every attempt of one batch", examples: ["bat_0f3c"] }),
    fromPosition: z.int().meta({ description: "The batch is of what is behind this position" }),
    toPosition: z.int().meta({ description: "And up to this one" }),
    events: z.int(),
    bytes: z.int().meta({ description: "Of the body, as it was sent" }),
    outcome: z
      .enum(["SUCCEEDED", "FAILED"])
      .nullable()
      .meta({ description: "null while it runs, or where it was interrupted" }),
    error: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    statusCode: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    durationMs: z.int().nullable(),
    startedAt: IsoMilliseconds,
  })
  .meta({ id: "AuditStreamBatch" });
export type StreamBatch = z.infer<typeof StreamBatch>;

export const StreamBatchList = z.object({ data: z.array(StreamBatch) }).meta({ id: "AuditStreamBatchList" });
export type StreamBatchList = z.infer<typeof StreamBatchList>;

/** What became of a test. */
export const StreamTest = z
  .object({
    outcome: z.enum(["SUCCEEDED", "FAILED"]),
    error: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    statusCode: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    durationMs: z.int(),
  })
  .meta({ id: "AuditStreamTest" });
export type StreamTest = z.infer<typeof StreamTest>;
