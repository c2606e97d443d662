import { z } from "zod";
import { EventTypeName, SeverityName } from "@/lib/domains/audit-chain/schemas";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { Hash, QueryInteger } from "@/lib/platform/http/schemas";

/** A position on input: 0 is before the first event. */
const Position = z
  .string()
  .regex(/^\d{1,15}$/, "must be a position: a whole number from 0")
  .transform(Number)
  .default(0)
  .meta({ type: "integer", minimum: 0, default: 0, description: "The `position` that the last answer ended with" });

/** The query of `GET /v1/audit/stream`. */
export const StreamEventsQuery = z.strictObject({
  after: Position,
  limit: QueryInteger(1, 10_000, 1_000).meta({ description: "Events of one answer, at most" }),
  wait: QueryInteger(0, 30, 0).meta({ description: "Seconds to wait for an event where there is none yet" }),
  eventType: EventTypeName.optional(),
  modelId: z.string().min(1).max(128).optional(),
  minSeverity: SeverityName.optional().meta({ description: "Only events of this severity, or of a higher one" }),
});
export type StreamEventsQuery = z.output<typeof StreamEventsQuery>;

/** The last line of an answer. */
export const StreamEnd = z
  .object({
    type: z.literal("stream.position"),
    position: z.int().min(0).meta({ description: "Where to go on: `after` of the next request" }),
    events: z.int().min(0).meta({ description: "Lines before this one" }),
    headPosition: z.int().min(0).meta({ description: "Where the chain ended" }),
    headHash: Hash.meta({ description: "`blockHash` of the event there" }),
    hasMore: z.boolean().meta({ description: "Whether there was more behind `position`" }),
  })
  .meta({ id: "StreamEnd" });
export type StreamEnd = z.infer<typeof StreamEnd>;

/** What a stream looks like. */
export const exampleStream = [
  { type: "audit.inference", ...exampleEvent },
  {
    type: "stream.position",
    position: exampleEvent.chainPosition,
    events: 1,
    headPosition: exampleEvent.chainPosition,
    headHash: exampleEvent.blockHash,
    hasMore: false,
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");
