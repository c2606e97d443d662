import { z } from "zod";
import { Cursor, Hash, Id, IsoMilliseconds, PageLimit, Pagination } from "@/lib/http/schemas";

const FindingStatus = z.enum(["OPEN", "RESOLUTION_REQUESTED", "RESOLVED"]).meta({ id: "FindingStatus" });

/** The body of `POST /v1/audit/findings/{id}/resolution`. */
export const RequestResolution = z
  .strictObject({
    reason: z.string().trim().min(1).max(2_000).meta({
      description:
        "Why the finding is false. Visible to the organisation only; it is not part of the event on the chain",
    }),
  })
  .meta({
    id: "RequestResolution",
    examples: [{ reason: "The public key was missing on one server during a rotation." }],
  });
export type RequestResolution = z.output<typeof RequestResolution>;

const FindingResolution = z
  .object({
    status: z.enum(["REQUESTED", "RESOLVED", "REJECTED", "REOPENED"]).meta({
      description: "REOPENED: the finding was resolved, and a later verification found the same problem again",
    }),
    reason: z.string(),
    requestedBy: z.string(),
    requestedAt: IsoMilliseconds,
    requestedEventId: Id("auditEvent").meta({ description: "The event on the chain that records the request" }),
    decidedBy: z.string().nullable(),
    decidedAt: IsoMilliseconds.nullable(),
    decidedEventId: Id("auditEvent")
      .nullable()
      .meta({ description: "The event on the chain that records the decision" }),
    reopenedAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "FindingResolution" });

export const IntegrityFinding = z
  .object({
    id: Id("finding"),
    status: FindingStatus,
    code: z.string(),
    chainPosition: z.number().meta({ type: "integer" }),
    eventId: z.string().nullable().meta({ description: "null where there is no event" }),
    storedHash: Hash,
    computedHash: Hash,
    detectedAt: IsoMilliseconds.meta({ description: "When it was first found" }),
    resolutions: z.array(FindingResolution).meta({ description: "Requests to resolve the finding, newest first" }),
  })
  .meta({
    id: "IntegrityFinding",
    examples: [
      {
        id: "fnd_9e107d9d372bb6826bd81d3542a419d6",
        status: "RESOLUTION_REQUESTED",
        code: "recorded_in_future",
        chainPosition: 4217,
        eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
        storedHash: `sha256:${"0".repeat(64)}`,
        computedHash: `sha256:${"0".repeat(64)}`,
        detectedAt: "2026-01-15T10:00:00.000Z",
        resolutions: [
          {
            status: "REQUESTED",
            reason: "The clock of one server was two hours ahead. It was corrected.",
            requestedBy: "ada@example.com",
            requestedAt: "2026-01-16T08:30:00.000Z",
            requestedEventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wy",
            decidedBy: null,
            decidedAt: null,
            decidedEventId: null,
            reopenedAt: null,
          },
        ],
      },
    ],
  });
export type IntegrityFinding = z.infer<typeof IntegrityFinding>;

export const ListFindings = z.strictObject({
  status: FindingStatus.optional().meta({ description: "Only findings with this status. Left out: all" }),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListFindings = z.infer<typeof ListFindings>;

export const IntegrityFindingList = z
  .object({ data: z.array(IntegrityFinding), pagination: Pagination })
  .meta({ id: "IntegrityFindingList" });
export type IntegrityFindingList = z.infer<typeof IntegrityFindingList>;
