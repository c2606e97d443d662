import { z } from "zod";
import { SeverityName } from "@/lib/domains/audit-chain/schemas";
import { CredentialChange } from "@/lib/domains/credentials/schemas";
import { exceptionStatuses, snoozeMaxDays } from "@/lib/domains/shadow-ai/enums";
import { DetectionFilter, ResolutionName, Snooze, StatusName } from "@/lib/domains/shadow-ai/schemas";
import {
  exampleBulk,
  exampleBulkResult,
  exampleException,
  exampleExceptionRequest,
  exampleUpdate,
  exampleUpdated,
} from "@/lib/domains/shadow-ai/schemas-examples";
import { roles } from "@/lib/platform/core/roles";
import { Id, IsoMilliseconds, ListOf, ListQuery, Timestamp } from "@/lib/platform/http/schemas";

const members = {
  status: StatusName.optional().meta({
    description:
      "The new status. OPEN can change to INVESTIGATING, INVESTIGATING to RESOLVED or DISMISSED, and RESOLVED or DISMISSED back to INVESTIGATING. Setting the current status has no effect.",
  }),
  assignedTo: z.email("must be an e-mail address, or null").max(254).nullable().optional().meta({
    description: "E-mail address of the assignee, who is notified by e-mail. `null` unassigns the detection.",
  }),
  notes: z
    .string()
    .trim()
    .min(1, "must not be empty; send null to remove the notes")
    .max(10_000)
    .nullable()
    .optional()
    .meta({
      description:
        "Notes on the detection. Required for DISMISSED and APPROVED_EXCEPTION, unless the detection already has notes.",
    }),
  resolution: ResolutionName.optional(),
  resolvedModelId: z.string().min(1).max(128).optional().meta({
    description: "ID of the registered model that covers the use. Allowed only with ONBOARDED.",
  }),
  investigate: z.literal(true).optional().meta({
    description:
      "If `true`, you can resolve or dismiss an OPEN detection directly. The investigation and the decision are recorded as one event and are undone together. Allowed only with RESOLVED and DISMISSED.",
  }),
  exceptionExpiresAt: Timestamp.optional().meta({
    description:
      "When the exception ends, at most `exceptionMaxDays` from now (see the settings). Defaults to 90 days from now, or `exceptionMaxDays` if that is lower. Allowed only with APPROVED_EXCEPTION.",
  }),
};

const snooze = z
  .strictObject({
    until: Timestamp,
    note: z.string().trim().min(1, "must not be empty").max(2_000).optional(),
  })
  .nullable()
  .optional()
  .meta({
    description: `Snoozes an OPEN or INVESTIGATING detection until a time, at most ${snoozeMaxDays} days from now and at most ${snoozeMaxDays} days after its deadline (\`dueAt\`). \`null\` ends the snooze. Changing the status also ends it.`,
    examples: [{ until: "2026-03-01T09:00:00.000Z", note: "The vendor's contract is being signed." }],
  });

/** Fields that are only allowed together with a value of another field. */
const companions: {
  member: "resolution" | "resolvedModelId" | "exceptionExpiresAt";
  goesWith: Record<string, string>;
}[] = [
  { member: "resolution", goesWith: { status: "RESOLVED" } },
  { member: "resolvedModelId", goesWith: { resolution: "ONBOARDED" } },
  { member: "exceptionExpiresAt", goesWith: { resolution: "APPROVED_EXCEPTION" } },
];

/** Body of `PATCH /v1/shadow-ai/{id}`. Omitted fields do not change. */
export const UpdateDetection = z
  .strictObject({ ...members, snooze })
  .superRefine(
    (change, context) => {
      if (Object.keys(change).length === 0) {
        context.addIssue({ code: "custom", path: [], message: "must set at least one field" });
      }
      for (const { member, goesWith } of companions) {
        const [name = "", value = ""] = Object.entries(goesWith)[0] ?? [];
        if (change[member] !== undefined && change[name as keyof typeof change] !== value) {
          context.addIssue({ code: "custom", path: [member], message: `is only allowed with ${name} ${value}` });
        }
      }
      if (change.investigate && change.status !== "RESOLVED" && change.status !== "DISMISSED") {
        const message = "is only allowed with status RESOLVED or DISMISSED";
        context.addIssue({ code: "custom", path: ["investigate"], message });
      }
      if (change.resolution === "ONBOARDED" && change.resolvedModelId === undefined) {
        const message = "is required with resolution ONBOARDED: the ID of the registered model";
        context.addIssue({ code: "custom", path: ["resolvedModelId"], message });
      }
    },
    { when: ({ issues }) => issues.length === 0 },
  )
  .meta({ id: "UpdateShadowAiDetection", minProperties: 1, examples: [exampleUpdate] });
export type UpdateDetection = z.output<typeof UpdateDetection>;

/** Response of `PATCH /v1/shadow-ai/{id}` (specification). The resolution's fields are only set for RESOLVED. */
export const UpdatedDetection = z
  .object({
    id: Id("detection"),
    status: StatusName,
    assignedTo: z.string().nullable(),
    assigneeIsMember: z.boolean().nullable().meta({
      description: "Whether the assignee is an active member of the organisation; `null` if unassigned",
    }),
    notes: z.string().nullable(),
    updatedAt: IsoMilliseconds,
    resolution: ResolutionName.optional().meta({
      description:
        "How the detection was resolved. Like `resolvedModelId`, `resolvedAt` and `exceptionExpiresAt`, returned only for RESOLVED detections.",
    }),
    resolvedModelId: Id("model").nullable().optional(),
    resolvedAt: IsoMilliseconds.optional(),
    exceptionExpiresAt: IsoMilliseconds.nullable().optional(),
    snooze: Snooze.optional().meta({ description: "Returned only for snoozed detections" }),
  })
  .meta({ id: "UpdatedShadowAiDetection", examples: [exampleUpdated] });
export type UpdatedDetection = z.infer<typeof UpdatedDetection>;

/** Maximum number of detections in one bulk change. */
export const bulkMax = 500;

/** Body of `POST /v1/shadow-ai/bulk`. */
export const UpdateDetections = z
  .strictObject({
    ids: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(bulkMax)
      .refine((ids) => new Set(ids).size === ids.length, "must not contain duplicates")
      .optional()
      .meta({ description: "IDs of the detections to update. Alternatively, send `filter` and `expectedCount`." }),
    filter: DetectionFilter.optional(),
    expectedCount: z.int().min(1).max(bulkMax).optional().meta({
      description:
        "Number of detections that you expect `filter` to match. If the actual number differs, nothing is updated and the response is 409.",
    }),
    change: UpdateDetection,
  })
  .superRefine(({ ids, filter, expectedCount }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (ids === undefined && filter === undefined) report("ids", "is required unless filter and expectedCount are set");
    if (ids !== undefined && filter !== undefined) report("filter", "cannot be combined with ids");
    if (filter !== undefined && expectedCount === undefined) report("expectedCount", "is required with filter");
    if (filter === undefined && expectedCount !== undefined) report("expectedCount", "is only allowed with filter");
  })
  .meta({ id: "UpdateShadowAiDetections", examples: [exampleBulk] });
export type UpdateDetections = z.output<typeof UpdateDetections>;

const BulkFailure = z.object({
  id: z.string(),
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Response of `POST /v1/shadow-ai/bulk`. */
export const UpdatedDetections = z
  .object({
    updated: z
      .int()
      .min(0)
      .meta({ description: "Number of detections that now have the requested values, including unchanged ones" }),
    failed: z.int().min(0),
    operationId: Id("triageOperation").nullable().meta({
      description: "ID to send to `POST /v1/shadow-ai/bulk/{operationId}/undo`; `null` if there is nothing to undo",
    }),
    results: z
      .array(z.union([UpdatedDetection, BulkFailure]))
      .meta({ description: "One result per detection, in the order of `ids`, or newest first if you sent `filter`" }),
  })
  .meta({ id: "UpdatedShadowAiDetections", examples: [exampleBulkResult] });
export type UpdatedDetections = z.infer<typeof UpdatedDetections>;

export const OperationParams = z.strictObject({ operationId: z.string().max(512) });

/** Response of `GET /v1/shadow-ai/assignees`. */
export const Assignees = z
  .object({
    data: z.array(z.object({ id: Id("member"), email: z.string(), name: z.string(), role: z.enum(roles) })),
    membersOnly: z.boolean(),
  })
  .meta({
    id: "ShadowAiAssignees",
    examples: [
      {
        data: [
          { id: "usr_01kahbc2g8m9n4q6r1s7t3v5wx", email: "ada@example.com", name: "Ada Analyst", role: "ANALYST" },
        ],
        membersOnly: false,
      },
    ],
  });
export type Assignees = z.infer<typeof Assignees>;

export const ExceptionStatusName = z.enum(exceptionStatuses).meta({ id: "ExceptionRequestStatus" });

/** Body of `POST /v1/shadow-ai/{id}/exception-request`. */
export const RequestException = z
  .strictObject({
    justification: z.string().trim().min(1, "must not be empty").max(10_000).meta({
      description:
        "Why the use should be temporarily allowed. After approval, this text becomes the notes of the detection.",
    }),
    expiresAt: Timestamp.optional().meta({
      description:
        "When the exception should end, at most `exceptionMaxDays` from now (see the settings). Defaults to 90 days from now, or `exceptionMaxDays` if that is lower.",
    }),
  })
  .meta({ id: "RequestException", examples: [exampleExceptionRequest] });
export type RequestException = z.output<typeof RequestException>;

/** Body of `POST /v1/shadow-ai/exceptions/{id}/approve` and `…/reject`. */
export const DecideException = z
  .strictObject({
    note: z.string().trim().min(1, "must not be empty").max(10_000).optional().meta({
      description: "Explanation of the decision for the requester",
    }),
  })
  .meta({ id: "DecideException", examples: [{ note: "Approved for use without customer data." }] });
export type DecideException = z.output<typeof DecideException>;

/** A request to allow a use temporarily. */
export const ExceptionRequest = z
  .object({
    id: Id("exceptionRequest"),
    detectionId: Id("detection"),
    status: ExceptionStatusName,
    justification: z.string(),
    expiresAt: IsoMilliseconds.meta({ description: "When the requested exception ends" }),
    requestedBy: z.string().meta({ description: "E-mail address of the requester" }),
    requestedByName: z.string().nullable().meta({
      description: "Name of the requester; `null` if the member no longer exists",
    }),
    createdAt: IsoMilliseconds,
    decidedBy: z.string().nullable().meta({
      description:
        "The member (e-mail address) or API key (name) that decided on the request. This is never the requester.",
    }),
    decidedByName: z.string().nullable().meta({
      description:
        "Name of the member that decided on the request; `null` if no member decided, or the member no longer exists",
    }),
    decidedAt: IsoMilliseconds.nullable().meta({ description: "When the request was approved, rejected or withdrawn" }),
    decisionNote: z.string().nullable(),
    approverChanges: z.array(CredentialChange).meta({
      description:
        "Up to 50 credential changes. Changes that someone other than the account holder made are listed first. For a pending request: changes in the last 30 days to the accounts of all possible approvers. For a decided request: changes to the account that decided on the request, in the 30 days before the decision.",
    }),
    detection: z
      .object({
        status: StatusName,
        severity: SeverityName,
        riskScore: z.int().meta({ description: "Risk score from 0 to 100" }),
        aiProvider: z.string(),
        endpoint: z.string(),
        departmentHint: z.string().nullable(),
        estimatedCallVolume: z.int().meta({ description: "Total number of observed calls" }),
        lastSeenAt: IsoMilliseconds.meta({ description: "Time of the last observed traffic" }),
      })
      .meta({ description: "Current state of the detection for which the exception was requested" }),
  })
  .meta({ id: "ExceptionRequest", examples: [exampleException] });
export type ExceptionRequest = z.infer<typeof ExceptionRequest>;

/** The query of `GET /v1/shadow-ai/exceptions`. */
export const ListExceptions = ListQuery({
  status: ExceptionStatusName.optional(),
  detectionId: z.string().min(1).max(128).optional(),
});
export type ListExceptions = z.output<typeof ListExceptions>;

export const ExceptionRequestList = ListOf("ExceptionRequestList", ExceptionRequest);
export type ExceptionRequestList = z.infer<typeof ExceptionRequestList>;
