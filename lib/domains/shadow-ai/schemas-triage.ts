import { z } from "zod";
import { SeverityName } from "@/lib/domains/audit-chain/schemas";
import { CredentialChange } from "@/lib/domains/credentials/schemas";
import { DetectionFilter, ResolutionName, StatusName } from "@/lib/domains/shadow-ai/schemas";
import {
  exampleBulk,
  exampleBulkResult,
  exampleException,
  exampleExceptionRequest,
  exampleUpdate,
  exampleUpdated,
} from "@/lib/domains/shadow-ai/schemas-examples";
import { exceptionStatuses } from "@/lib/domains/shadow-ai/vocabulary";
import { roles } from "@/lib/platform/core/roles";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination, Timestamp } from "@/lib/platform/http/schemas";

const members = {
  status: StatusName.optional().meta({
    description:
      "OPEN → INVESTIGATING → RESOLVED or DISMISSED; from these two back to INVESTIGATING. The status it has is no change",
  }),
  assignedTo: z
    .email("must be an e-mail address, or null")
    .max(254)
    .nullable()
    .optional()
    .meta({ description: "Who looks into it, and is told by mail; null for nobody" }),
  notes: z
    .string()
    .trim()
    .min(1, "must not be empty; null takes the notes away")
    .max(10_000)
    .nullable()
    .optional()
    .meta({ description: "Needed, in the request or before, for DISMISSED and for APPROVED_EXCEPTION" }),
  resolution: ResolutionName.optional(),
  resolvedModelId: z.string().min(1).max(128).optional().meta({
    description: "With ONBOARDED: the registered model that covers the use from now on",
  }),
  exceptionExpiresAt: Timestamp.optional().meta({
    description:
      "With APPROVED_EXCEPTION: when it ends, at most as many days from now as the settings allow (`exceptionMaxDays`, 365 unless changed). Left out: in 90 days, or in so many",
  }),
};

/** Which member goes with what, whatever the detection's state is. */
const companions: {
  member: "resolution" | "resolvedModelId" | "exceptionExpiresAt";
  goesWith: Record<string, string>;
}[] = [
  { member: "resolution", goesWith: { status: "RESOLVED" } },
  { member: "resolvedModelId", goesWith: { resolution: "ONBOARDED" } },
  { member: "exceptionExpiresAt", goesWith: { resolution: "APPROVED_EXCEPTION" } },
];

/** The body of `PATCH /v1/shadow-ai/{id}`: what it does not name stays. */
export const UpdateDetection = z
  .strictObject(members)
  .superRefine(
    (change, context) => {
      if (Object.keys(change).length === 0) {
        context.addIssue({ code: "custom", path: [], message: "must set at least one field" });
      }
      for (const { member, goesWith } of companions) {
        const [name = "", word = ""] = Object.entries(goesWith)[0] ?? [];
        if (change[member] !== undefined && change[name as keyof typeof change] !== word) {
          context.addIssue({ code: "custom", path: [member], message: `goes with ${name} ${word} only` });
        }
      }
      if (change.resolution === "ONBOARDED" && change.resolvedModelId === undefined) {
        const message = "is required with resolution ONBOARDED: the id of the registered model";
        context.addIssue({ code: "custom", path: ["resolvedModelId"], message });
      }
    },
    { when: ({ issues }) => issues.length === 0 },
  )
  .meta({ id: "UpdateShadowAiDetection", minProperties: 1, examples: [exampleUpdate] });
export type UpdateDetection = z.output<typeof UpdateDetection>;

/** The answer of `PATCH /v1/shadow-ai/{id}` (specification); the last four only for RESOLVED. */
export const UpdatedDetection = z
  .object({
    id: Id("detection"),
    status: StatusName,
    assignedTo: z.string().nullable(),
    assigneeIsMember: z.boolean().nullable().meta({
      description: "Whether the assignee is an active member of the organisation; null where there is none",
    }),
    notes: z.string().nullable(),
    updatedAt: IsoMilliseconds,
    resolution: ResolutionName.optional().meta({ description: "This and what follows: only for RESOLVED" }),
    resolvedModelId: Id("model").nullable().optional(),
    resolvedAt: IsoMilliseconds.optional(),
    exceptionExpiresAt: IsoMilliseconds.nullable().optional(),
  })
  .meta({ id: "UpdatedShadowAiDetection", examples: [exampleUpdated] });
export type UpdatedDetection = z.infer<typeof UpdatedDetection>;

/** Detections that one bulk change may be about. */
export const bulkMax = 500;

/** The body of `POST /v1/shadow-ai/bulk`. */
export const UpdateDetections = z
  .strictObject({
    ids: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(bulkMax)
      .refine((ids) => new Set(ids).size === ids.length, "must not name a detection twice")
      .optional()
      .meta({ description: "The detections; or else `filter` and `expectedCount`" }),
    filter: DetectionFilter.optional(),
    expectedCount: z.int().min(1).max(bulkMax).optional().meta({
      description:
        "How many detections the filter finds as you know it: where it finds more or fewer nothing happens (409)",
    }),
    change: UpdateDetection,
  })
  .superRefine(({ ids, filter, expectedCount }, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (ids === undefined && filter === undefined) complain("ids", "is required, or filter with expectedCount");
    if (ids !== undefined && filter !== undefined) complain("filter", "cannot be given beside ids");
    if (filter !== undefined && expectedCount === undefined) complain("expectedCount", "is required with filter");
    if (filter === undefined && expectedCount !== undefined) complain("expectedCount", "goes with filter only");
  })
  .meta({ id: "UpdateShadowAiDetections", examples: [exampleBulk] });
export type UpdateDetections = z.output<typeof UpdateDetections>;

const BulkFailure = z.object({
  id: z.string(),
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** The answer of `POST /v1/shadow-ai/bulk`. */
export const UpdatedDetections = z
  .object({
    updated: z.int().min(0).meta({ description: "Detections that are as asked for now, those that were before too" }),
    failed: z.int().min(0),
    operationId: Id("triageOperation").nullable().meta({
      description: "For `POST /v1/shadow-ai/bulk/{operationId}/undo`; null where nothing can be undone",
    }),
    results: z
      .array(z.union([UpdatedDetection, BulkFailure]))
      .meta({ description: "One for each detection, in the order of `ids` or, of a filter, newest first" }),
  })
  .meta({ id: "UpdatedShadowAiDetections", examples: [exampleBulkResult] });
export type UpdatedDetections = z.infer<typeof UpdatedDetections>;

export const OperationParams = z.strictObject({ operationId: z.string().max(512) });

/** The answer of `GET /v1/shadow-ai/assignees`. */
export const Assignees = z
  .object({
    data: z.array(z.object({ email: z.string(), name: z.string(), role: z.enum(roles) })),
    membersOnly: z.boolean(),
  })
  .meta({
    id: "ShadowAiAssignees",
    examples: [{ data: [{ email: "ada@example.com", name: "Ada Analyst", role: "ANALYST" }], membersOnly: false }],
  });
export type Assignees = z.infer<typeof Assignees>;

export const ExceptionStatusName = z.enum(exceptionStatuses).meta({ id: "ExceptionRequestStatus" });

/** The body of `POST /v1/shadow-ai/{id}/exception-request`. */
export const RequestException = z
  .strictObject({
    justification: z.string().trim().min(1, "must not be empty").max(10_000).meta({
      description: "Why the use should be allowed for a time; once it is approved, the notes of the detection",
    }),
    expiresAt: Timestamp.optional().meta({
      description:
        "Until when it should be allowed, at most as many days from now as the settings allow (`exceptionMaxDays`). Left out: 90 days, or so many",
    }),
  })
  .meta({ id: "RequestException", examples: [exampleExceptionRequest] });
export type RequestException = z.output<typeof RequestException>;

/** The body of `POST /v1/shadow-ai/exceptions/{id}/approve` and of `…/reject`. */
export const DecideException = z
  .strictObject({
    note: z.string().trim().min(1, "must not be empty").max(10_000).optional().meta({
      description: "What the requester is told of the reasons",
    }),
  })
  .meta({ id: "DecideException", examples: [{ note: "Without customer data." }] });
export type DecideException = z.output<typeof DecideException>;

/** A request that a use be allowed for a time. */
export const ExceptionRequest = z
  .object({
    id: Id("exceptionRequest"),
    detectionId: Id("detection"),
    status: ExceptionStatusName,
    justification: z.string(),
    expiresAt: IsoMilliseconds.meta({ description: "Until when the exception is asked for" }),
    requestedBy: z.string().meta({ description: "E-mail address of whoever asked" }),
    createdAt: IsoMilliseconds,
    decidedBy: z.string().nullable().meta({
      description: "Who approved or rejected it: an e-mail address, or the name of an API key. Never the requester",
    }),
    decidedAt: IsoMilliseconds.nullable().meta({ description: "When it was approved, rejected or withdrawn" }),
    decisionNote: z.string().nullable(),
    approverChanges: z.array(CredentialChange).meta({
      description:
        "Credential changes in the last 30 days, at most 50, changes made by other accounts first. For a pending request: of every possible approver. For a decided request: of the decider, at the time of the decision",
    }),
    detection: z
      .object({
        status: StatusName,
        severity: SeverityName,
        aiProvider: z.string(),
        endpoint: z.string(),
        departmentHint: z.string().nullable(),
      })
      .meta({ description: "What it is about, as it is now" }),
  })
  .meta({ id: "ExceptionRequest", examples: [exampleException] });
export type ExceptionRequest = z.infer<typeof ExceptionRequest>;

/** The query of `GET /v1/shadow-ai/exceptions`. */
export const ListExceptions = z.strictObject({
  status: ExceptionStatusName.optional(),
  detectionId: z.string().min(1).max(128).optional(),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListExceptions = z.output<typeof ListExceptions>;

export const ExceptionRequestList = z
  .object({ data: z.array(ExceptionRequest), pagination: Pagination })
  .meta({ id: "ExceptionRequestList" });
export type ExceptionRequestList = z.infer<typeof ExceptionRequestList>;
