import { z } from "zod";
import { EventTypeName, SeverityName } from "@/lib/domains/audit-chain/schemas";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { Hash, QueryInteger } from "@/lib/platform/http/schemas";

/** 0 is before the first event. */
const Position = z
  .string()
  .regex(/^\d{1,15}$/, "must be a chain position: an integer of at least 0")
  .transform(Number)
  .default(0)
  .meta({
    type: "integer",
    minimum: 0,
    default: 0,
    description:
      "Only events after this chain position. Use the `position` from the last line of the previous response.",
  });

export const StreamEventsQuery = z.strictObject({
  after: Position,
  limit: QueryInteger(1, 10_000, 1_000).meta({ description: "Maximum number of events in the response" }),
  wait: QueryInteger(0, 30, 0).meta({
    description: "Maximum time to wait for the next event, in seconds",
  }),
  eventType: EventTypeName.optional(),
  modelId: z.string().min(1).max(128).optional(),
  minSeverity: SeverityName.optional().meta({ description: "Only events of this severity or higher" }),
});
export type StreamEventsQuery = z.output<typeof StreamEventsQuery>;

/** The last line of a response. */
export const StreamEnd = z
  .object({
    type: z.literal("stream.position"),
    position: z.int().min(0).meta({ description: "Position to send as `after` in the next request" }),
    events: z.int().min(0).meta({ description: "Number of events in this response" }),
    headPosition: z.int().min(0).meta({ description: "Position of the latest event on the chain" }),
    headHash: Hash.meta({ description: "`blockHash` of the latest event" }),
    hasMore: z.boolean().meta({ description: "Whether the chain has events after `position`" }),
  })
  .meta({ id: "StreamEnd" });
export type StreamEnd = z.infer<typeof StreamEnd>;

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
