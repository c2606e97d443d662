import { z } from "zod";
import { EventTypeName } from "@/lib/domains/audit-chain/schemas";
import { coverageStatuses, frameworkIds } from "@/lib/domains/evidence/enums";
import { PackageCoverage } from "@/lib/domains/evidence/schemas";
import { ControlAssignment, exampleAssignment } from "@/lib/domains/evidence/schemas-assignments";
import { FoundEvidence, SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import { examplePackage } from "@/lib/domains/evidence/schemas-examples";
import { Id, IsoMilliseconds, ValueOf } from "@/lib/platform/http/schemas";

const count = z.int().min(0);

/** The events on one side of a control. */
export const ControlEvents = z
  .object({
    events: count,
    byType: z.record(z.string(), count).meta({ description: "Number of these events by event type" }),
    ids: z.array(Id("auditEvent")).meta({ description: "IDs of the newest of these events, up to 20, in chain order" }),
    filter: z
      .object({
        eventType: EventTypeName.nullable().meta({ description: "`null` if these are all events of the period" }),
      })
      .nullable()
      .meta({
        description:
          "If `GET /v1/audit` with `modelId`, `from`, `to` and this filter returns exactly these events, the filter. Otherwise `null`.",
      }),
  })
  .meta({ id: "ControlEvents" });
export type ControlEvents = z.infer<typeof ControlEvents>;

const Control = z
  .object({
    requirement: z.string().meta({ description: "ID of the requirement", examples: ["2(g)"] }),
    group: z.string(),
    title: z.string(),
    text: z.string().meta({ description: "Paraphrase of the requirement" }),
    counted: z.boolean().meta({ description: "`false` for sub-points and clauses that are not part of the total" }),
    status: z.enum(coverageStatuses),
    reason: z.string().meta({ description: "Why the control has this status" }),
    document: z.string().nullable().meta({
      description: "The document that the requirement needs, and who needs to supply it; `null` if it needs none",
    }),
    documents: z.array(z.object(SuppliedDocument.shape)).meta({
      description: "Current documents supplied for the requirement",
    }),
    supporting: ControlEvents,
    adverse: ControlEvents,
    evidence: z.array(z.object(FoundEvidence.shape).omit({ first: true, last: true })).meta({
      description:
        "The kinds of evidence that were found for the control. An event can be evidence of several kinds. `kind` is the kind's ID in the mapping, `label` describes its events, and `weight` states how they count. Events with the weight `reference` only name a document.",
    }),
    assignment: ControlAssignment.nullable().meta({
      description: "The latest assignment of the control, open or closed, regardless of the period",
    }),
  })
  .meta({ id: "EvidenceControl" });
export type Control = z.infer<typeof Control>;

/** Response of `GET /v1/evidence-controls`. */
export const ControlTable = z
  .object({
    modelId: Id("model"),
    modelName: z.string(),
    framework: ValueOf(frameworkIds),
    mappingVersion: z.string(),
    dateRange: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }),
    totalEvents: count.meta({ description: "Number of the model's events in the period" }),
    coverage: PackageCoverage,
    data: z.array(Control).meta({ description: "All requirements of the framework, in its order" }),
  })
  .meta({
    id: "EvidenceControlTable",
    examples: [
      {
        ...{ modelId: exampleAssignment.modelId, modelName: "Credit scoring" },
        ...{ framework: exampleAssignment.framework, mappingVersion: "2026-11-28.4" },
        dateRange: exampleAssignment.dateRange,
        totalEvents: 4217,
        coverage: examplePackage.coverage,
        data: [
          {
            ...{ requirement: "9", group: "Annex IV", title: "Post-market performance evaluation" },
            text: "Describe the system in place under Article 72 to evaluate the performance of the AI system in the post-market phase, including the post-market monitoring plan.",
            ...{ counted: true, status: "PARTIAL" },
            reason:
              "38 events support this requirement, 12 of them as strong evidence. The provider needs to supply a detailed description of the system in place to evaluate the AI system's performance in the post-market phase, including the post-market monitoring plan under Article 72(3).",
            document:
              "The provider needs to supply a detailed description of the system in place to evaluate the AI system's performance in the post-market phase, including the post-market monitoring plan under Article 72(3).",
            documents: [],
            supporting: {
              ...{ events: 38, byType: { ALERT: 38 }, ids: ["evt_01kahbc2g8m9n4q6r1s7t3v5wx"] },
              filter: { eventType: "ALERT" },
            },
            adverse: { events: 0, byType: {}, ids: [], filter: null },
            evidence: [
              {
                ...{ kind: "alert.corrected", label: "alerts with a recorded cause and corrective action" },
                ...{ weight: "strong", events: 12 },
              },
              { kind: "alert.recorded", label: "alerts", weight: "supporting", events: 38 },
            ],
            assignment: exampleAssignment,
          },
        ],
      },
    ],
  });
export type ControlTable = z.infer<typeof ControlTable>;
