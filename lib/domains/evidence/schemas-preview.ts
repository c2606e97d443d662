import { z } from "zod";
import { Estimate, FrameworkInput } from "@/lib/domains/evidence/schemas";
import { period } from "@/lib/platform/documents/schemas";

/** The query of `GET /v1/evidence/preview`. */
export const PreviewPackage = z
  .strictObject({
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({ examples: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"] }),
    framework: FrameworkInput,
    ...period,
  })
  .refine(({ from, to }) => from <= to, { path: ["from"], message: "must not be after `to`" });
export type PreviewPackage = z.output<typeof PreviewPackage>;

const count = z.int().min(0);

/** The events that a package would be based on. */
export const PackagePreview = z
  .object({
    totalEvents: count.meta({ description: "Number of the model's events in the period" }),
    ...Estimate.shape,
    sections: z
      .array(
        z.object({
          id: z.string().meta({ examples: ["RISK_MANAGEMENT"] }),
          title: z.string(),
          summary: z.string(),
          reference: z.string(),
          events: count.meta({
            description:
              "Number of the model's events that are in the period and have a type that supports the section",
          }),
          strongEvents: count.meta({
            description:
              "How many of the events counted in `events` have a type that can be strong evidence for the section",
          }),
        }),
      )
      .meta({ description: "All sections of the framework, in the order in which a package lists them" }),
  })
  .meta({
    id: "EvidencePreview",
    examples: [
      {
        totalEvents: 4217,
        estimatedCompletionSeconds: 7,
        packagesAhead: 0,
        sections: [
          {
            id: "RISK_MANAGEMENT",
            title: "Risk management",
            summary:
              "This section covers the risks identified for the system and the responses to them. Events can show individual risks and decisions. The provider supplies the description of the risk management system.",
            reference: "Annex IV point 5",
            events: 38,
            strongEvents: 12,
          },
        ],
      },
    ],
  });
export type PackagePreview = z.infer<typeof PackagePreview>;
