import { listFindings } from "@/lib/domains/audit-chain";
import { IntegrityFindingList, ListFindings } from "@/lib/domains/audit-chain/schemas-verification";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/findings", {
  GET: route(
    {
      summary: "List integrity findings",
      description:
        "Lists inconsistencies found in stored data, newest first. Each is recorded once, when it is first found. Resolved findings stay in the list with their history.",
      scope: "audit:read",
      limit: "audit.read",
      query: ListFindings,
      response: IntegrityFindingList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listFindings(ctx, query),
  ),
});
