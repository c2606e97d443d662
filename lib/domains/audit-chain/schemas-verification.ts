import { z } from "zod";
import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { Hash, HashInput, Id, IsoMilliseconds, ListOf, ListQuery, Timestamp } from "@/lib/platform/http/schemas";

const Position = z.int().min(1);

const SavedReceipt = z.strictObject({
  organisationId: z.string().min(1).max(128),
  chainPosition: Position,
  blockHash: HashInput,
});

const SavedCheckpoint = z.strictObject({
  organisationId: z.string().min(1).max(128),
  size: Position,
  headHash: HashInput,
  rootHash: HashInput,
  issuedAt: Timestamp,
  previousCheckpointHash: HashInput,
  keyId: z.string().min(1).max(64),
  signature: z.string().min(1).max(256),
  cosignatures: z
    .array(z.unknown())
    .max(64)
    .optional()
    .meta({ description: "Accepted as part of a checkpoint, but ignored" }),
  timestamps: z
    .array(z.unknown())
    .max(64)
    .optional()
    .meta({ description: "Accepted as part of a checkpoint, but ignored" }),
  noteKey: z.string().max(512).optional().meta({ description: "Accepted as part of a checkpoint, but ignored" }),
});

/** A receipt of an append, or a checkpoint, that the caller saved. */
export const ExpectedHead = z
  .union([SavedReceipt, SavedCheckpoint], {
    error: "must be a receipt (organisationId, chainPosition, blockHash) or a checkpoint, as returned by the API",
  })
  .meta({
    description:
      "A receipt or checkpoint, as returned by the API, that must still be on the chain. If it does not match, the verification fails, but the mismatch is not recorded as an integrity finding.",
  });
export type ExpectedHead = z.output<typeof ExpectedHead>;

export const VerifyChain = z
  .strictObject({
    from: Position.optional().meta({ description: "First chain position to verify. Defaults to 1." }),
    to: Position.optional().meta({ description: "Last chain position to verify. Defaults to the end of the chain." }),
    expectedHead: ExpectedHead.optional(),
    mode: z.enum(["full", "incremental", "continued"]).default("full").meta({
      description:
        "How much of the chain to verify. `incremental` starts at the last signed checkpoint, or at `expectedHead` if that is earlier. `continued` starts at the last checkpoint that an earlier verification covered, like the nightly verification; if no such checkpoint can be used, it verifies the full chain.",
    }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["from"],
    message: "must not be after to",
  })
  .refine(({ from, mode }) => mode === "full" || from === undefined, {
    path: ["from"],
    message: "must be omitted if mode is not full, because the verification starts at a checkpoint",
  })
  .refine(({ to, mode }) => mode !== "continued" || to === undefined, {
    path: ["to"],
    message: "must be omitted if mode is continued",
  })
  .refine(({ expectedHead, mode }) => mode !== "continued" || expectedHead === undefined, {
    path: ["expectedHead"],
    message: "must be omitted if mode is continued",
  })
  .meta({ id: "VerifyChain", examples: [{ mode: "full" }] });
export type VerifyChain = z.output<typeof VerifyChain>;

const Verdict = z.enum(["ok", "failed", "not_verified", "not_checked", "unreadable"]).meta({
  description:
    "Result of a check. `unreadable`: database tables or permissions were changed, so the check could not run. `not_verified`: a signature was made with an unknown key. `not_checked`: there was nothing to check, or the check was not requested.",
});

const VerificationStatus = z.enum(["ok", "failed", "not_verified"]).meta({
  description: "Overall result. `not_verified` means that no verdict is `failed` and at least one is `not_verified`.",
});

const Verdicts = z.object({
  content: Verdict.meta({
    description:
      "Whether the content of every event matches its `contentHash`, and every header matches its `blockHash`",
  }),
  linkage: Verdict.meta({
    description:
      "Whether every event links to its predecessors, positions have no gaps, and `recordedAt` never decreases",
  }),
  completeness: Verdict.meta({
    description: "Whether the events match the chain head, the running counts and the latest checkpoint",
  }),
  checkpoints: Verdict.meta({
    description:
      "Whether checkpoints are signed with known keys, link to each other and match the chain. `not_verified` means that a checkpoint was signed with an unknown key, so its signature cannot be checked.",
  }),
  anchor: Verdict.meta({
    description:
      "Whether `expectedHead` is on this chain. In a `continued` or nightly verification, `failed` means that the checkpoint at which it starts is not on this chain.",
  }),
  records: z.enum([...Verdict.options, "not_sealed"]).meta({
    description:
      "Whether every governed record, such as a member or an API key, has the state last recorded on the chain. Checked only when the full chain is verified, which the service does once a week. `not_sealed` means that some records have no state on the chain yet.",
  }),
  schema: Verdict.meta({
    description:
      "Whether the database's tables, columns, constraints, unique indexes, triggers, functions, owners and grants match the migrations. This check is skipped if you verify a range, or while the database schema belongs to another version of the service, for example during an upgrade.",
  }),
});

const Finding = z.object({
  chainPosition: z.number().meta({ type: "integer" }),
  eventId: z
    .string()
    .nullable()
    .meta({ description: "ID of the affected event; `null` if the finding does not concern a stored event" }),
  code: z.string(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  table: z.string().optional().meta({ description: "Database table of the affected governed record" }),
  recordId: z.string().optional().meta({ description: "ID of the affected governed record" }),
});

const exampleHash = `sha256:${"a".repeat(64)}`;

const result = {
  verdicts: Verdicts,
  eventsVerified: z.int().min(0),
  erased: z.int().min(0).meta({
    description:
      "Number of verified events whose content was erased. The erasure is recorded by a later event, so it is not a finding.",
  }),
  recordsVerified: z.int().min(0).meta({ description: "Number of governed records whose state matches the chain" }),
  recordsUnsealed: z
    .int()
    .min(0)
    .meta({ description: "Number of governed records whose state is not on the chain yet" }),
  from: z.number().meta({ type: "integer" }),
  basedOn: Id("verification").optional().meta({
    description:
      "ID of the successful verification that this one continues. Set only for nightly verifications that do not start at position 1.",
  }),
  to: z.number().meta({ type: "integer", description: "Last chain position that the verification reached" }),
  headHash: Hash.meta({ description: "`blockHash` of the event at the last position reached" }),
  checkpoint: Checkpoint.nullable().meta({ description: "The latest checkpoint that is signed with a known key" }),
  findings: z.array(Finding).meta({ description: "The first 100 findings" }),
  findingsTotal: z.int().min(0),
  durationMs: z.int().min(0),
  verifiedAt: IsoMilliseconds,
};

const exampleVerified = {
  status: "ok",
  verdicts: {
    content: "ok",
    linkage: "ok",
    completeness: "ok",
    checkpoints: "not_checked",
    anchor: "not_checked",
    records: "ok",
    schema: "ok",
  },
  eventsVerified: 4217,
  erased: 0,
  recordsVerified: 37,
  recordsUnsealed: 0,
  from: 1,
  to: 4217,
  headHash: exampleHash,
  checkpoint: null,
  findings: [],
  findingsTotal: 0,
  durationMs: 42,
  verifiedAt: "2026-01-16T08:30:00.000Z",
};

/** The response of `POST /v1/audit/verify-chain`, with status 200 for any result. */
export const ChainVerification = z.object({ status: VerificationStatus, ...result }).meta({
  id: "ChainVerification",
  examples: [exampleVerified],
});
export type ChainVerification = z.infer<typeof ChainVerification>;

const Progress = z.object({ eventsVerified: z.int().min(0), eventsTotal: z.int().min(0) });

/** The response to a verification of a long chain, to be polled. */
export const RunningVerification = z
  .object({ id: Id("verification"), status: z.literal("running"), progress: Progress, createdAt: IsoMilliseconds })
  .meta({
    id: "RunningVerification",
    examples: [
      {
        id: "ver_01kahbc2g8m9n4q6r1s7t3v5wx",
        status: "running",
        progress: { eventsVerified: 120_000, eventsTotal: 1_000_000 },
        createdAt: "2026-01-16T08:30:00.000Z",
      },
    ],
  });
export type RunningVerification = z.infer<typeof RunningVerification>;

const InterruptedVerification = RunningVerification.extend({
  status: z.literal("interrupted").meta({
    description:
      "The verification failed after several attempts, or its stored result was changed outside the service. Start a new verification.",
  }),
});

/** The response of `GET /v1/audit/verifications/{id}`: progress or result. */
export const Verification = z
  .union([
    z.object({ id: Id("verification"), status: VerificationStatus, ...result, createdAt: IsoMilliseconds }),
    RunningVerification,
    InterruptedVerification,
  ])
  .meta({
    id: "Verification",
    examples: [{ id: "ver_01kahbc2g8m9n4q6r1s7t3v5wx", ...exampleVerified, createdAt: "2026-01-16T08:29:59.000Z" }],
  });
export type Verification = z.infer<typeof Verification>;

const StoredPosition = z.number().meta({ type: "integer" });

/** A verification in the list, without its verdicts and findings. */
const VerificationListItem = z
  .object({
    id: Id("verification"),
    status: z.enum([...VerificationStatus.options, "running", "interrupted"]),
    mode: z.enum(["full", "incremental", "continued"]).meta({
      description: "`continued`: from the last checkpoint that an earlier verification covered",
    }),
    from: StoredPosition.nullable().meta({ description: "First verified position; `null` without a result" }),
    to: StoredPosition.nullable().meta({ description: "Last verified position; `null` without a result" }),
    eventsVerified: z.int().min(0),
    findingsTotal: z.int().min(0).nullable(),
    createdAt: IsoMilliseconds,
    verifiedAt: IsoMilliseconds.nullable(),
  })
  .meta({
    id: "VerificationListItem",
    examples: [
      {
        id: "ver_01kahbc2g8m9n4q6r1s7t3v5wx",
        status: "ok",
        mode: "full",
        from: 1,
        to: 4217,
        eventsVerified: 4217,
        findingsTotal: 0,
        createdAt: "2026-01-16T08:29:59.000Z",
        verifiedAt: "2026-01-16T08:30:00.000Z",
      },
    ],
  });
export type VerificationListItem = z.infer<typeof VerificationListItem>;

export const ListVerifications = ListQuery({});
export type ListVerifications = z.infer<typeof ListVerifications>;

export const VerificationList = ListOf("VerificationList", VerificationListItem);
export type VerificationList = z.infer<typeof VerificationList>;

const FindingStatus = z.enum(["OPEN", "RESOLUTION_REQUESTED", "RESOLVED"]).meta({ id: "FindingStatus" });

export const RequestResolution = z
  .strictObject({
    reason: z.string().trim().min(1).max(2_000).meta({
      description:
        "Why the finding is a false positive. Visible only to your organisation and not stored on the audit chain.",
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
      description:
        "Status of the request. REOPENED means that the finding was resolved, but a later verification found the same problem again.",
    }),
    reason: z.string(),
    requestedBy: z.string(),
    requestedAt: IsoMilliseconds,
    requestedEventId: Id("auditEvent").meta({ description: "ID of the audit event that records the request" }),
    decidedBy: z.string().nullable(),
    decidedAt: IsoMilliseconds.nullable(),
    decidedEventId: Id("auditEvent")
      .nullable()
      .meta({ description: "ID of the audit event that records the decision" }),
    reopenedAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "FindingResolution" });

export const IntegrityFinding = z
  .object({
    id: Id("finding"),
    status: FindingStatus,
    code: z.string(),
    chainPosition: z.number().meta({ type: "integer" }),
    eventId: z
      .string()
      .nullable()
      .meta({ description: "ID of the affected event; `null` if the finding does not concern a stored event" }),
    storedHash: Hash,
    computedHash: Hash,
    detectedAt: IsoMilliseconds.meta({ description: "When the inconsistency was first found" }),
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

export const ListFindings = ListQuery({
  status: FindingStatus.optional().meta({ description: "Only findings with this status. Defaults to all statuses." }),
});
export type ListFindings = z.infer<typeof ListFindings>;

export const IntegrityFindingList = ListOf("IntegrityFindingList", IntegrityFinding);
export type IntegrityFindingList = z.infer<typeof IntegrityFindingList>;
