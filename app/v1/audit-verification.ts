import {
  confirmResolution,
  getVerification,
  listFindings,
  listVerifications,
  proveConsistency,
  publishCheckpoint,
  publishCheckpointNote,
  rejectResolution,
  requestResolution,
  verifyChain,
  verifyEvent,
} from "@/lib/domains/audit-chain";
import { EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import {
  CheckpointQuery,
  ConsistencyProof,
  ConsistencyProofQuery,
  exampleNote,
  PublishedCheckpoint,
} from "@/lib/domains/audit-chain/schemas-proofs";
import {
  ChainVerification,
  IntegrityFinding,
  IntegrityFindingList,
  ListFindings,
  ListVerifications,
  RequestResolution,
  RunningVerification,
  Verification,
  VerificationList,
  VerifyChain,
} from "@/lib/domains/audit-chain/schemas-verification";
import { findSharedControl } from "@/lib/domains/credentials";
import { findPackageCheckpoints } from "@/lib/domains/evidence";
import { prefers, Reply, recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "audit:read", limit: "audit.read" } as const;
const resolve = { scope: "session", permission: "findings:resolve", limit: "other.write" } as const;
const verify = { scope: "audit:read", limit: "audit.verify" } as const;

export const auditVerification = resources({
  "/v1/audit/verify": {
    POST: route({
      ...verify,
      summary: "Verify an audit event",
      description:
        "Recomputes the hashes of the stored event and compares them with its recorded hash, the previous event's hash and `expectedHash`. Returns 200 even if the event is not valid; check `valid`.",
      body: VerifyEvent,
      response: EventVerification,
      errors: ["not_found"],
      handler: (ctx, { body }) => verifyEvent(ctx, body),
    }),
  },
  "/v1/audit/verify-chain": {
    POST: route({
      ...verify,
      summary: "Verify the audit chain",
      description:
        "Recomputes every hash and link of the chain, or of a range, from one snapshot and returns seven verdicts: content, linkage, completeness, checkpoints, anchor, records and schema. Returns 200 even if the verification fails; check `status` and `verdicts`. If tables were renamed or replaced, or their permissions were revoked, the affected verdicts are `unreadable` and a finding gives the reason. Send `expectedHead` (a receipt or checkpoint that you saved) to detect a completely rewritten chain. Verifications of more than 20,000 events run in the background: the response is 202, with the URL to poll in `Location`. If the verification passes, webhook endpoints receive `chain.verified`; for each new finding, they receive `chain.integrity_failure`.",
      body: VerifyChain,
      response: ChainVerification,
      alternatives: { 202: RunningVerification },
      responseHeaders: { Location: "The URL to poll for the result. Sent only with status 202." },
      errors: ["conflict", "unavailable"],
      handler: async (ctx, { body }) => {
        const answer = await verifyChain(ctx, body, findPackageCheckpoints);
        if (answer.status !== "running") return answer;
        return Reply.data(answer, { status: 202, headers: { Location: `/v1/audit/verifications/${answer.id}` } });
      },
    }),
  },
  "/v1/audit/verifications": {
    GET: route({
      ...read,
      summary: "List verifications",
      description:
        "Returns the verifications of the chain, newest first, without their verdicts and findings. At most 10 unsuccessful synchronous verifications are listed per hour, and none with `expectedHead`. The findings of all verifications are in `GET /v1/audit/findings`.",
      query: ListVerifications,
      response: VerificationList,
      handler: (ctx, { query }) => listVerifications(ctx, query),
    }),
  },
  "/v1/audit/verifications/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a background verification",
      description:
        "Returns the progress while `status` is `running`, and then the result in the same format as `POST /v1/audit/verify-chain`.",
      response: Verification,
      handler: (ctx, { params }) => getVerification(ctx, params.id),
    }),
  },
  "/v1/audit/findings": {
    GET: route({
      ...read,
      summary: "List integrity findings",
      description:
        "Returns the inconsistencies found in stored data, newest first. Each inconsistency is recorded once, when it is first found. Resolved findings stay in the list with their history.",
      query: ListFindings,
      response: IntegrityFindingList,
      handler: (ctx, { query }) => listFindings(ctx, query),
    }),
  },
  "/v1/audit/findings/{id}/resolution": {
    POST: recordRoute({
      ...resolve,
      summary: "Request the resolution of a finding",
      description:
        "Requests that a finding be resolved as a false positive, for example after a key rotation. Another administrator must confirm the request. The request is recorded on the audit chain. Returns 409 if the finding is not open.",
      body: RequestResolution,
      response: IntegrityFinding,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => requestResolution(ctx, params.id, body),
    }),
  },
  "/v1/audit/findings/{id}/resolution/confirm": {
    POST: recordRoute({
      ...resolve,
      summary: "Confirm the resolution of a finding",
      description:
        "Resolves the finding. The finding no longer counts as open but stays in the history. If a later verification finds the same problem, the finding opens again. The decision is recorded on the audit chain. Returns 403 if you requested the resolution yourself, and 409 if there is no pending request.",
      response: IntegrityFinding,
      errors: ["conflict"],
      handler: (ctx, { params }) => confirmResolution(ctx, params.id, findSharedControl),
    }),
  },
  "/v1/audit/findings/{id}/resolution/reject": {
    POST: recordRoute({
      ...resolve,
      summary: "Reject the resolution of a finding",
      description:
        "Rejects the resolution request and reopens the finding. The administrator who made the request can use this operation to withdraw it. The decision is recorded on the audit chain. Returns 409 if there is no pending request.",
      response: IntegrityFinding,
      errors: ["conflict"],
      handler: (ctx, { params }) => rejectResolution(ctx, params.id),
    }),
  },
  "/v1/audit/checkpoint": {
    GET: route({
      ...read,
      summary: "Get a checkpoint",
      description:
        "Returns a signed checkpoint that covers every committed event. If events were appended after the last checkpoint, the service signs a new one. The response includes the cosignatures and timestamps obtained so far. Witnesses usually cosign within a minute. To get the latest cosigned checkpoint, set `cosigned=true`. With `Accept: text/plain`, the response is a C2SP signed note. If the chain no longer extends its last checkpoint, the service signs no checkpoint and returns 409 with `reason` and `chainPosition`.",
      query: CheckpointQuery,
      response: PublishedCheckpoint,
      responseTexts: { "text/plain": exampleNote },
      errors: ["not_found", "conflict", "unavailable"],
      handler: async (ctx, { request, query }) =>
        prefers(request, "text/plain")
          ? Reply.text(await publishCheckpointNote(ctx, query), "text/plain; charset=utf-8", {
              headers: { Vary: "Accept" },
            })
          : Reply.data(await publishCheckpoint(ctx, query), { headers: { Vary: "Accept" } }),
    }),
  },
  "/v1/audit/consistency": {
    GET: route({
      ...read,
      summary: "Get a consistency proof",
      description:
        "Returns the RFC 6962 consistency proof between two tree sizes. Together with the roots of two checkpoints, it proves that the newer chain extends the older one.",
      query: ConsistencyProofQuery,
      response: ConsistencyProof,
      errors: ["not_found", "conflict", "unavailable"],
      handler: (ctx, { query }) => proveConsistency(ctx, query),
    }),
  },
});
