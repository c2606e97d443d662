import { z } from "zod";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination } from "@/lib/http/schemas";
import { deliveryResults, ignoredReasons } from "@/lib/integrations/vocabulary";

const exampleDelivery = {
  deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  topic: "deployment.created",
  result: "recorded" as const,
  reason: null,
  eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  receivedAt: "2026-01-15T10:00:00.000Z",
};

/** A genuine delivery, and what became of it. */
export const Delivery = z
  .object({
    deliveryId: z.string().meta({ description: "The product's own id of it" }),
    topic: z.string().meta({ description: "What it told of, in the product's words" }),
    result: z.enum(deliveryResults).meta({
      description: "recorded: an event was appended. ignored: it is genuine, and there was nothing to append",
    }),
    reason: z.enum(ignoredReasons).nullable().meta({
      description:
        "Of what is ignored. no_event: nothing is recorded of such a thing. no_model: no rule named a model for it, and there was no default. null where it was recorded, and where it was received before reasons were kept",
    }),
    eventId: Id("auditEvent").nullable().meta({ description: "The event that was made of it; null: none" }),
    modelId: Id("model").nullable().meta({ description: "The model that the event is about; null: there is no event" }),
    receivedAt: IsoMilliseconds.meta({ description: "When it was first received" }),
  })
  .meta({ id: "IntegrationDelivery", examples: [exampleDelivery] });
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveries = z.strictObject({
  result: z.enum(deliveryResults).optional().meta({ description: "Only those of which this became. Left out: all" }),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryList = z
  .object({ data: z.array(Delivery), pagination: Pagination })
  .meta({ id: "IntegrationDeliveryList" });
export type DeliveryList = z.infer<typeof DeliveryList>;
