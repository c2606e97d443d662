import { openDownload } from "@/lib/domains/evidence";
import { DownloadQuery } from "@/lib/domains/evidence/schemas";
import { fileReply, resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/{id}/download", {
  GET: route(
    {
      summary: "Download an evidence package",
      description:
        "Returns the file, or the requested range of it. The token in `downloadUrl` authorises the request; an expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.",
      scope: "public",
      limit: "unlimited",
      params: IdParams,
      query: DownloadQuery,
      response: { stream: ["application/pdf", "application/json"] },
      isFile: true,
      errors: ["not_found"],
    },
    async (ctx, { params, query, request }) =>
      fileReply(request, await openDownload(ctx, { packageId: params.id, token: query.token })),
  ),
});
