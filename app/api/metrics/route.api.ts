import { ServiceError } from "@/lib/platform/core/errors";
import { Reply, resource, route } from "@/lib/platform/http";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { mayReadMetrics } from "./may-read-metrics";

export const dynamic = "force-dynamic";

const { contentType } = metrics().registry;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/metrics", {
  GET: route({
    summary: "Get process metrics",
    description:
      "Returns metrics in the Prometheus text format. If METRICS_TOKEN is set, send it as a bearer token. Otherwise, only requests from the same machine are accepted.",
    scope: "public",
    limit: "unlimited",
    response: { stream: [contentType] },
    errors: ["not_found"],
    handler: async (_ctx, { request }) => {
      if (!mayReadMetrics(request)) throw new ServiceError("not_found", "Not found.");
      const text = await metrics().registry.metrics();
      return Reply.stream(new Blob([text]).stream(), contentType);
    },
  }),
});
