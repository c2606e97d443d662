import { getCheckpoint, getCheckpointNote } from "@/lib/audit-chain";
import { Checkpoint, exampleNote } from "@/lib/audit-chain/schemas-proofs";
import { prefers, Reply, resource, route } from "@/lib/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/checkpoint", {
  GET: route(
    {
      summary: "Read a checkpoint of the chain",
      description:
        "A signed state of the chain that covers every event committed so far: the last checkpoint, or a new one when the chain has grown since. With `Accept: text/plain` it is a C2SP signed note. A chain that no longer extends its last checkpoint is not signed: 409, with the `reason` and the `chainPosition`.",
      scope: "audit:read",
      limit: "audit.read",
      response: Checkpoint,
      responseTexts: { "text/plain": exampleNote },
      errors: ["not_found", "conflict", "unavailable"],
    },
    async (ctx, { request }) =>
      prefers(request, "text/plain")
        ? Reply.text(await getCheckpointNote(ctx), "text/plain; charset=utf-8", { headers: { Vary: "Accept" } })
        : Reply.data(await getCheckpoint(ctx), { headers: { Vary: "Accept" } }),
  ),
});
