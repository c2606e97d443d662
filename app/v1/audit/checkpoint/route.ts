import { publishCheckpoint, publishCheckpointNote } from "@/lib/domains/audit-chain";
import { CheckpointQuery, exampleNote, PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { prefers, Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/checkpoint", {
  GET: route(
    {
      summary: "Get a checkpoint",
      description:
        "A signed state of the chain that covers every committed event: the last checkpoint, or a new one if events were appended since. Includes the cosignatures and timestamps obtained so far. Witnesses usually cosign within a minute; `cosigned=true` returns the latest cosigned checkpoint. With `Accept: text/plain`, the response is a C2SP signed note. A chain that no longer extends its last checkpoint is not signed: the response is 409, with `reason` and `chainPosition`.",
      scope: "audit:read",
      limit: "audit.read",
      query: CheckpointQuery,
      response: PublishedCheckpoint,
      responseTexts: { "text/plain": exampleNote },
      errors: ["not_found", "conflict", "unavailable"],
    },
    async (ctx, { request, query }) =>
      prefers(request, "text/plain")
        ? Reply.text(await publishCheckpointNote(ctx, query), "text/plain; charset=utf-8", {
            headers: { Vary: "Accept" },
          })
        : Reply.data(await publishCheckpoint(ctx, query), { headers: { Vary: "Accept" } }),
  ),
});
