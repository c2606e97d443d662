import { z } from "zod";
import { EventTypeName, SeverityName } from "@/lib/domains/audit-chain/schemas";
import {
  bytesMax,
  bytesMin,
  compressions,
  delaySecondsMax,
  eventsMax,
  streamStatuses,
} from "@/lib/domains/audit-streams/enums";
import { EndpointUrl } from "@/lib/domains/webhooks/schemas";
import { visibleText } from "@/lib/platform/core/visible-text";
import {
  distinct,
  exampleSigningSecret,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  NewSecret,
  Rotation,
  setsSomething,
  ValueOf,
} from "@/lib/platform/http/schemas";

const Filter = z
  .strictObject({
    eventTypes: z
      .array(EventTypeName)
      .max(9)
      .refine(...distinct("must not contain duplicates"))
      .default([])
      .meta({ description: "Only events of these types. An empty list means all types." }),
    modelIds: z
      .array(z.string().min(1).max(128))
      .max(100)
      .refine(...distinct("must not contain duplicates"))
      .default([])
      .meta({ description: "Only events of these models. An empty list means all models." }),
    minSeverity: SeverityName.nullable().default(null).meta({ description: "Only events of this severity or higher" }),
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

/** Visible ASCII only (RFC 9110, 5.5), so that the value cannot end the header. */
const authorization = z
  .string()
  .min(1)
  .max(4_096)
  .regex(
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
    "must contain only visible ASCII characters, with spaces only between them",
  )
  .nullable()
  .meta({
    description:
      "Value of the `Authorization` header of each request, such as `Splunk <token>`. Stored encrypted and never returned.",
    examples: ["Splunk 11111111-2222-3333-4444-555555555555"],
  });

const maxEvents = z.int().min(1).max(eventsMax).meta({ description: "Maximum number of events per batch" });
const maxBytes = z.int().min(bytesMin).max(bytesMax).meta({
  description: "Maximum size of a batch in bytes, before compression. A larger event is sent in its own batch.",
});
const maxDelaySeconds = z
  .int()
  .min(0)
  .max(delaySecondsMax)
  .meta({ description: "Maximum time that an event waits for its batch to fill, in seconds" });
const compression = z.enum(compressions).meta({ description: "Compression of the request body" });

const From = z
  .union([z.enum(["now", "beginning"]), z.int().min(0)])
  .default("now")
  .meta({
    description:
      "Where the stream starts: with the event that records its creation (`now`), with the first event of the chain (`beginning`), or after a chain position (a number)",
  });

const status = z.enum(["ACTIVE", "PAUSED"]);
const Settings = z.strictObject({
  name,
  url: EndpointUrl,
  filter: Filter,
  authorization,
  maxEvents,
  maxBytes,
  maxDelaySeconds,
  compression,
  status,
});

export const CreateAuditStream = Settings.extend({
  filter: Filter.default({ eventTypes: [], modelIds: [], minSeverity: null }),
  authorization: authorization.default(null),
  maxEvents: maxEvents.default(1_000),
  maxBytes: maxBytes.default(1024 * 1024),
  maxDelaySeconds: maxDelaySeconds.default(5),
  compression: compression.default("gzip"),
  status: status
    .default("ACTIVE")
    .meta({ description: "Initial status. A PAUSED stream sends nothing until you set its status to ACTIVE." }),
  from: From,
}).meta({ id: "CreateAuditStream", examples: [{ ...example, from: "beginning" }] });
export type CreateAuditStream = z.output<typeof CreateAuditStream>;

export const UpdateAuditStream = Settings.extend({
  status: status.meta({
    description:
      "PAUSED stops the stream. ACTIVE resumes it from its current position, even if the service disabled it.",
  }),
})
  .partial()
  .refine(...setsSomething)
  .meta({ id: "UpdateAuditStream", minProperties: 1, examples: [{ status: "PAUSED" }] });
export type UpdateAuditStream = z.output<typeof UpdateAuditStream>;

export const RotateStreamSecret = Rotation(
  "RotateStreamSecret",
  "How long batches are also signed with the previous secret, in seconds",
);
export type RotateStreamSecret = z.infer<typeof RotateStreamSecret>;

/** How an attempt ended. */
const attemptResult = {
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
};

const at = IsoMilliseconds.nullable();

/** A stream without its secrets. */
export const AuditStream = z
  .object({
    id: Id("auditStream"),
    name: z.string().meta({ examples: [example.name] }),
    url: z.string().meta({ examples: [example.url] }),
    filter: z
      .object({
        eventTypes: z.array(ValueOf(EventTypeName.options)),
        modelIds: z.array(z.string()),
        minSeverity: ValueOf(SeverityName.options).nullable(),
      })
      .meta({ examples: [{ eventTypes: [], modelIds: [], minSeverity: "MEDIUM" }] }),
    hasAuthorization: z.boolean(),
    maxEvents: z.int().meta({ examples: [1_000] }),
    maxBytes: z.int().meta({ examples: [1_048_576] }),
    maxDelaySeconds: z.int().meta({ examples: [5] }),
    compression: z.enum(compressions),
    status: z.enum(streamStatuses).meta({
      description:
        "Status of the stream. FAILING means that the last attempt failed and will be retried. DISABLED means that the service stopped the stream.",
    }),
    disabledReason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    position: z.int().min(0).meta({
      description: "Chain position of the last event that the receiver acknowledged or that the filter excluded",
    }),
    positionAt: at.meta({ description: "When the position last changed" }),
    headPosition: z.int().min(0).meta({ description: "Position of the latest event on the chain" }),
    lag: z
      .object({
        events: z
          .int()
          .min(0)
          .meta({ description: "Number of events after `position`, including events that the filter excludes" }),
        oldestReceivedAt: at.meta({ description: "When the first event after `position` was received" }),
      })
      .meta({ description: "How far the stream lags behind the chain" }),
    failures: z.int().min(0).meta({ description: "Number of consecutive failed attempts" }),
    failingSince: at.meta({ examples: [null] }),
    nextAttemptAt: at.meta({
      description: "When the failed batch will be retried; `null` if no retry is scheduled",
      examples: [null],
    }),
    lastDeliveredAt: at,
    lastError: z
      .string()
      .nullable()
      .meta({ description: "Why the last attempt failed; `null` if it succeeded", examples: [null] }),
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
  signingSecret: NewSecret("The secret that signs batches", exampleSigningSecret),
}).meta({ id: "CreatedAuditStream" });
export type CreatedAuditStream = z.infer<typeof CreatedAuditStream>;

export const ListAuditStreams = ListQuery({});
export type ListAuditStreams = z.output<typeof ListAuditStreams>;

export const AuditStreamList = ListOf("AuditStreamList", AuditStream);
export type AuditStreamList = z.infer<typeof AuditStreamList>;

/** An attempt to deliver a batch. */
export const StreamBatch = z
  .object({
    number: z.int().min(1).meta({ description: "Number of the attempt" }),
    batchId: z.string().meta({ description: "ID of the batch, the same for all its attempts", examples: ["bat_0f3c"] }),
    fromPosition: z.int().meta({ description: "Chain position after which the batch starts" }),
    toPosition: z.int().meta({ description: "Chain position at which the batch ends" }),
    events: z.int(),
    bytes: z.int().meta({ description: "Size of the request body as sent, in bytes" }),
    ...attemptResult,
    outcome: attemptResult.outcome
      .nullable()
      .meta({ description: "Result of the attempt; `null` while the attempt is running, or if it was interrupted" }),
    durationMs: attemptResult.durationMs.nullable(),
    startedAt: IsoMilliseconds,
  })
  .meta({ id: "AuditStreamBatch" });
export type StreamBatch = z.infer<typeof StreamBatch>;

export const StreamBatchList = z.object({ data: z.array(StreamBatch) }).meta({ id: "AuditStreamBatchList" });
export type StreamBatchList = z.infer<typeof StreamBatchList>;

/** The result of a test. */
export const StreamTest = z.object(attemptResult).meta({ id: "AuditStreamTest" });
export type StreamTest = z.infer<typeof StreamTest>;
