import { verifyChain } from "@/lib/domains/audit-chain";
import { ChainVerification, RunningVerification, VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { findPackageCheckpoints } from "@/lib/domains/evidence";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verify-chain", {
  POST: route(
    {
      summary: "Verify the audit chain",
      description:
        "Recomputes every hash and link of the chain, or of a range, from one snapshot and returns seven verdicts: content, linkage, completeness, checkpoints, anchor, records and schema. Returns 200 whatever the result; read `status` and `verdicts`. If tables were renamed, replaced or their permissions revoked, verdicts are `unreadable` and the finding gives the reason. Send `expectedHead` (a receipt or checkpoint that you saved) to detect a completely rewritten chain. Verifications of more than 20,000 events run in the background: the response is 202, with the URL to poll in `Location`. A passed verification sends `chain.verified`; findings send `chain.integrity_failure`.",
      scope: "audit:read",
      limit: "audit.verify",
      body: VerifyChain,
      response: ChainVerification,
      alternatives: { 202: RunningVerification },
      responseHeaders: { Location: "The URL to poll for the result (202)." },
      errors: ["conflict", "unavailable"],
    },
    async (ctx, { body }) => {
      const answer = await verifyChain(ctx, body, findPackageCheckpoints);
      if (answer.status !== "running") return answer;
      return Reply.data(answer, { status: 202, headers: { Location: `/v1/audit/verifications/${answer.id}` } });
    },
  ),
});
