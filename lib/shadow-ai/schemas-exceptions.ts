import { z } from "zod";
import { SeverityName } from "@/lib/audit-chain/schemas";
import { CredentialChange } from "@/lib/credentials/schemas";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination, Timestamp } from "@/lib/http/schemas";
import { StatusName } from "@/lib/shadow-ai/schemas";
import { exampleException, exampleExceptionRequest } from "@/lib/shadow-ai/schemas-examples";
import { exceptionStatuses } from "@/lib/shadow-ai/vocabulary";

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
