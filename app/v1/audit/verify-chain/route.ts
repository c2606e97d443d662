import { verifyChain } from "@/lib/audit-chain";
import { ChainVerification, RunningVerification, VerifyChain } from "@/lib/audit-chain/schemas-verification";
import { findPackageCheckpoints } from "@/lib/evidence";
import { Reply, resource, route } from "@/lib/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verify-chain", {
  POST: route(
    {
      summary: "Verify the whole audit chain, or a range of it",
      description:
        "Recomputes every hash and link from one snapshot and answers six questions apart: content, linkage, completeness, checkpoints, anchor, schema. 200 whatever was found: `status` and `verdicts` tell it. Where tables were renamed, replaced or revoked, verdicts are `unreadable`, with the reason in the finding. With `expectedHead`, a receipt or a checkpoint that you kept, also a chain that was rewritten as a whole is noticed. More than 20,000 events are verified in the background: 202, to be polled at `Location`. One that passes is told as `chain.verified`, what is found as `chain.integrity_failure`.",
      scope: "audit:read",
      limit: "audit.verify",
      body: VerifyChain,
      response: ChainVerification,
      alternatives: { 202: RunningVerification },
      responseHeaders: { Location: "Where the verification that was begun can be polled (202)" },
      errors: ["conflict", "unavailable"],
    },
    async (ctx, { body }) => {
      const answer = await verifyChain(ctx, body, findPackageCheckpoints);
      if (answer.status !== "running") return answer;
      return Reply.data(answer, { status: 202, headers: { Location: `/v1/audit/verifications/${answer.id}` } });
    },
  ),
});
