import { ServiceError } from "@/lib/platform/core/errors";
import { Reply, resource, route } from "@/lib/platform/http";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { mayReadMetrics } from "./may-read-metrics";

export const dynamic = "force-dynamic";

const { contentType } = metrics().registry;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/metrics", {
  GET: route(
    {
      summary: "Read the figures of this process",
      description:
        "In the text format of Prometheus. With METRICS_TOKEN set it is the bearer token to send; without it only callers on the same machine are answered.",
      scope: "public",
      limit: "unlimited",
      response: { stream: [contentType] },
      errors: ["not_found"],
    },
    async (_ctx, { request }) => {
      if (!mayReadMetrics(request)) throw new ServiceError("not_found", "There is nothing here.");
      const text = await metrics().registry.metrics();
      return Reply.stream(new Blob([text]).stream(), contentType);
    },
  ),
});
