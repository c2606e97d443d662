import { z } from "zod";
import { ResolutionName, StatusName } from "@/lib/domains/shadow-ai/schemas";
import { Id } from "@/lib/platform/http/schemas";

/** A proposed triage step, which a person can send as the body of `PATCH /v1/shadow-ai/{id}`. */
export const TriageDraft = z.object({
  detectionId: Id("detection"),
  status: StatusName.meta({ description: "The current status of the detection" }),
  change: z
    .object({
      status: StatusName,
      investigate: z.literal(true).optional(),
      resolution: ResolutionName.optional(),
      resolvedModelId: Id("model").optional(),
      notes: z.string().optional(),
    })
    .nullable()
    .meta({ description: "The proposed body of `PATCH /v1/shadow-ai/{id}`; `null` if no step is proposed" }),
  reasons: z
    .array(
      z.object({
        source: z.enum(["STATUS", "CHAIN", "DECISION", "RISK_FACTOR", "CATALOGUE"]),
        text: z.string(),
        detectionId: Id("detection").optional().meta({ description: "The similar detection of a DECISION" }),
      }),
    )
    .meta({ description: "The reasons for the proposal. The first reason determined it." }),
  applied: z.literal(false).meta({ description: "The draft changes nothing. A person must make the decision." }),
});
export type TriageDraft = z.infer<typeof TriageDraft>;
