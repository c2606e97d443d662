import { z } from "zod";
import { CredentialChange } from "@/lib/domains/credentials/schemas";
import { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { exampleOverview } from "@/lib/domains/overview/schemas-examples";
import { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

const count = z.int().min(0);
const day = z.iso.date();

const chainStates = ["INTACT", "BROKEN", "NOT_CHECKED", "UNABLE"] as const;

const Chain = z.object({
  state: z.enum(chainStates).meta({
    description:
      "INTACT: the last verification of the whole chain passed, at most 26 hours ago. BROKEN: something does not agree. NOT_CHECKED: nothing was verified yet. UNABLE: the last verification did not finish, could not verify everything, or is too old",
  }),
  headPosition: count.meta({ description: "Position of the last event; 0 while the chain is empty" }),
  verifiedTo: count.nullable().meta({ description: "The last position that a verification which passed has reached" }),
  verifiedAt: IsoMilliseconds.nullable(),
  openFindings: count,
  firstBreak: z
    .object({
      eventId: z.string().nullable().meta({ description: "null where there is no event" }),
      chainPosition: z.number().meta({ type: "integer" }),
      code: z.string(),
    })
    .nullable()
    .meta({ description: "The finding nearest to the beginning of the chain" }),
  lastCheckpointAt: IsoMilliseconds.nullable(),
});

/** What is to be done, and how much of it is the caller's. */
const Queue = z.object({
  overdue: count,
  dueThisWeek: count,
  assignedToMe: count.meta({ description: "Undecided detections that are assigned to the caller; 0 for an API key" }),
  exceptionsEnding14d: count,
  exceptionRequests: count.meta({ description: "Requests for exceptions that nobody has decided on" }),
});

const Detections = z.object({
  new24h: count,
  new7d: count,
  previous7d: count.meta({ description: "Of the seven days before those" }),
  open: count,
  investigating: count,
  top: z.array(ShadowAiDetection).max(5).meta({
    description: "Undecided detections, the most severe first, of those the longest waiting",
  }),
});

const Sensors = z.object({
  sources: z
    .array(
      z.object({
        id: Id("logSource"),
        name: z.string(),
        lastRecordAt: IsoMilliseconds.nullable(),
        lagSeconds: count.nullable(),
        errorRate: z.number().min(0).max(1),
        silent: z.boolean().meta({ description: "No record of the last 24 hours" }),
      }),
    )
    .max(8)
    .meta({ description: "Those that have been silent for longest first" }),
  silent: count.meta({ description: "Silent sources, of all there are" }),
});

const Evidence = z.object({
  frameworks: z
    .array(
      z.object({
        framework: EvidencePackage.shape.framework,
        packageId: Id("evidencePackage").nullable().meta({ description: "The newest package that is READY" }),
        modelId: Id("model").nullable(),
        modelName: z.string().nullable(),
        generatedAt: IsoMilliseconds.nullable(),
        coverage: z
          .object({
            covered: count.meta({ description: "Requirements that events are evidence of, wholly or in part" }),
            total: count,
          })
          .nullable(),
      }),
    )
    .meta({ description: "Every framework, also one without a package" }),
  generating: count,
});

const Trends = z.object({
  weekly: z
    .array(z.object({ week: day.meta({ description: "Its Monday, UTC" }), opened: count, closed: count }))
    .meta({ description: "Twelve weeks, this one last" }),
  ageing: z
    .array(
      z.object({
        severity: ShadowAiDetection.shape.severity,
        upTo7d: count,
        upTo30d: count,
        upTo90d: count,
        over90d: count,
      }),
    )
    .meta({ description: "Undecided detections by how many days (UTC) ago they were detected, the most severe first" }),
  medianDecisionHours: z.number().nullable().meta({
    description: "From detection, or reopening, to the decision: of the last 1,000 decisions of 90 days",
  }),
  providers: z
    .array(
      z.object({
        name: z.string(),
        detections: count,
        callVolume: count,
        costUSD: z.number().meta({ description: "Estimated, normalised to 30 days" }),
      }),
    )
    .max(8)
    .meta({ description: "Of undecided detections, those with most calls first" }),
});

const Events = z.object({
  last24h: count,
  previous24h: count.meta({ description: "Of the 24 hours before those" }),
  perDay: z.array(z.object({ date: day, count })).meta({ description: "30 days (UTC) by `recordedAt`, today last" }),
});

const Checklist = z
  .object({ hasSource: z.boolean(), hasModel: z.boolean(), hasPackage: z.boolean() })
  .meta({ description: "What a new organisation begins with" });

const forWhom = (permission: string) => `null for who may not ${permission}`;

/** The answer of `GET /v1/overview`: what is there, what is new, and what is to be done, at one glance. */
export const Overview = z
  .object({
    generatedAt: IsoMilliseconds,
    chain: Chain,
    queue: Queue.nullable().meta({ description: forWhom("read detections (`shadow_ai:read`)") }),
    detections: Detections.nullable().meta({ description: forWhom("read detections (`shadow_ai:read`)") }),
    sensors: Sensors.nullable().meta({ description: forWhom("read detections (`shadow_ai:read`)") }),
    evidence: Evidence.nullable().meta({ description: forWhom("read evidence packages (`evidence:read`)") }),
    trends: Trends.nullable().meta({ description: forWhom("read detections (`shadow_ai:read`)") }),
    events: Events,
    accountChanges: z
      .array(CredentialChange)
      .nullable()
      .meta({
        description: `Role changes, new approvers and administrators, and resets of the last 7 days, at most 20, changes made by other accounts first; ${forWhom("read members (`members:read`)")}`,
      }),
    checklist: Checklist,
  })
  .meta({ id: "Overview", examples: [exampleOverview] });
export type Overview = z.infer<typeof Overview>;
