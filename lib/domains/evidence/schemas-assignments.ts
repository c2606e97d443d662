import { z } from "zod";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { FrameworkInput } from "@/lib/domains/evidence/schemas";
import { dateRangeInput } from "@/lib/platform/documents/schemas";
import { FlagFilter, Id, IsoMilliseconds, ListOf, ListQuery, ValueOf } from "@/lib/platform/http/schemas";

const example = {
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  framework: "EU_AI_ACT_ANNEX_IV",
  requirement: "9",
  dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-03-31T23:59:59.999Z" },
  assignedTo: "ada@example.com",
  dueDate: "2026-04-30",
  note: "Record the monthly drift tests as events.",
};

const Member = z.string().trim().toLowerCase().pipe(z.email("must be an e-mail address").max(254)).meta({
  description: "E-mail address of an active member of the organisation",
});
const DueDate = z.iso.date("must be a date, for example 2026-01-15").nullable().optional().meta({
  description: "Day by which the control should be evidenced, `YYYY-MM-DD`. `null` for no due date.",
});
const Text = (description: string) => z.string().trim().min(1, "must not be empty").max(2_000).meta({ description });
const Note = Text("Instructions for the assignee. Not included in packages.").nullable().optional();

export const AssignControl = z
  .strictObject({
    modelId: z.string().min(1).max(128).meta({ description: "ID of a registered model" }),
    framework: FrameworkInput,
    requirement: z.string().min(1).max(32).meta({ description: "ID of a requirement of the framework" }),
    dateRange: dateRangeInput(
      10,
      "The period in which the control has a gap. The assignment is closed when the control is evidenced in this period or a later one.",
    ),
    assignedTo: Member,
    dueDate: DueDate,
    note: Note,
  })
  .meta({ id: "AssignControl", examples: [example] });
export type AssignControl = z.output<typeof AssignControl>;

export const UpdateAssignment = z
  .strictObject({ assignedTo: Member.optional(), dueDate: DueDate, note: Note })
  .refine((patch) => Object.keys(patch).length > 0, "must set at least one field")
  .meta({ id: "UpdateControlAssignment", examples: [{ assignedTo: "grace@example.com", dueDate: "2026-05-15" }] });
export type UpdateAssignment = z.output<typeof UpdateAssignment>;

const closeReason = "Registered as an accepted gap in the risk register.";

export const CloseAssignment = z
  .strictObject({ reason: Text("Why the assignment is closed although the control is not evidenced") })
  .meta({ id: "CloseControlAssignment", examples: [{ reason: closeReason }] });
export type CloseAssignment = z.output<typeof CloseAssignment>;

export const exampleAssignment = {
  id: "ctl_01kahbc2g8m9n4q6r1s7t3v5wx",
  ...example,
  assigneeIsMember: true,
  closedAs: "MEMBER",
  closeReason,
  closedAt: "2026-04-20T09:30:00.000Z",
  createdAt: "2026-04-01T10:00:00.000Z",
  updatedAt: "2026-04-20T09:30:00.000Z",
};

const closures = ["EVIDENCED", "MEMBER"] as const;

export const ControlAssignment = z
  .object({
    id: Id("controlAssignment"),
    modelId: Id("model"),
    framework: ValueOf(frameworkIds),
    requirement: z.string().meta({ description: "ID of the requirement" }),
    dateRange: z
      .object({ from: IsoMilliseconds, to: IsoMilliseconds })
      .meta({ description: "The period in which the control has a gap" }),
    assignedTo: z.string().meta({ description: "E-mail address of the assignee" }),
    assigneeIsMember: z.boolean().meta({
      description: "`false` if the assignee is no longer an active member. Does not change the `ETag`.",
    }),
    dueDate: z.string().nullable().meta({ description: "`YYYY-MM-DD`" }),
    note: z.string().nullable(),
    closedAs: z.enum(closures).nullable().meta({
      description:
        "`null` while the assignment is open. EVIDENCED: the service evaluated the control as evidenced in the assignment's period or a later one. MEMBER: someone closed the assignment and gave a reason, which does not change the status of the control.",
    }),
    closeReason: z.string().nullable().meta({ description: "The reason given by the person who closed it" }),
    closedAt: IsoMilliseconds.nullable(),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "ControlAssignment",
    examples: [exampleAssignment],
  });
export type ControlAssignment = z.infer<typeof ControlAssignment>;

export const ListAssignments = ListQuery({
  modelId: z.string().min(1).max(128).optional().meta({ description: "Only assignments for this model" }),
  framework: FrameworkInput.optional(),
  assignedTo: Member.optional().meta({ description: "Only assignments to this e-mail address" }),
  closed: FlagFilter(
    "Whether to return only closed assignments (`true`) or only open assignments (`false`). If omitted, returns both.",
  ),
});
export type ListAssignments = z.infer<typeof ListAssignments>;

export const ControlAssignmentList = ListOf("ControlAssignmentList", ControlAssignment);
export type ControlAssignmentList = z.infer<typeof ControlAssignmentList>;
