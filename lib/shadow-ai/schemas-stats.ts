import { z } from "zod";
import { exampleStats } from "@/lib/shadow-ai/schemas-examples";

/** The rule is in docs/shadow-ai.md and `triage/exposure.ts`. */
const exposureLevels = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type ExposureLevel = (typeof exposureLevels)[number];

const count = z.int().min(0);

/** The answer of `GET /v1/shadow-ai/stats` (specification). */
export const ShadowAiStats = z
  .object({
    summary: z.object({
      openDetections: count,
      investigatingDetections: count,
      resolvedThisMonth: count.meta({ description: "In the calendar month, UTC, and resolved still" }),
      totalExternalAiEndpointsDetected: count.meta({ description: "Different hosts, in detections of any status" }),
      estimatedMonthlySpendUSD: z.number().meta({
        description: "Of OPEN and INVESTIGATING detections, normalised to 30 days",
      }),
      estimatedPiiExposureRisk: z.enum(exposureLevels).meta({
        description:
          "The highest severity of OPEN and INVESTIGATING detections, whose score counts what data leaves and to whom; LOW where that is INFO, or there is none",
      }),
    }),
    providers: z
      .array(
        z.object({
          name: z.string(),
          detections: count,
          callVolume: count,
          registered: count.meta({ description: "Detections whose use a registered model covers" }),
        }),
      )
      .meta({ description: "Those with most detections first, at most 100" }),
    trend: z.object({
      detectionsLast30Days: z
        .array(z.object({ date: z.iso.date(), count }))
        .meta({ description: "30 days (UTC) by `detectedAt`, today last, days without any too" }),
    }),
  })
  .meta({ id: "ShadowAiStats", examples: [exampleStats] });
export type ShadowAiStats = z.infer<typeof ShadowAiStats>;
