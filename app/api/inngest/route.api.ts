import { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { Reply, resource, route } from "@/lib/platform/http";
import { readBody } from "@/lib/platform/http/body";
import { inngestHandler, inngestPath, jobsMode } from "@/lib/platform/jobs/client";
import { jobs } from "@/lib/platform/jobs/registry";

export const dynamic = "force-dynamic";

/** An Inngest server sends up to 4 MB of events and 4 MB of run state. */
const bodyLimit = 16 * 1024 * 1024;

const operation = (summary: string) =>
  route({
    summary,
    description:
      "Called by the configured Inngest server with signed requests. Returns 404 when the service runs its jobs itself.",
    scope: "public",
    limit: "unlimited",
    // Read by the SDK: function, step and probe.
    query: z.record(z.string(), z.string()),
    response: { stream: ["application/json"] },
    errors: ["not_found"],
    handler: async (_ctx, { request }) => {
      if (jobsMode() === "embedded") throw new ServiceError("not_found", "Not found.");
      const response = await inngestHandler(jobs)(await limited(request));
      const { "content-type": type, ...headers } = Object.fromEntries(response.headers);
      const body = new Blob([await response.arrayBuffer()]).stream();
      return Reply.stream(body, type ?? "application/json", { status: response.status, headers });
    },
  });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource(inngestPath, {
  GET: operation("List the job functions for an Inngest server"),
  PUT: operation("Register the job functions with an Inngest server"),
  POST: operation("Run a job function for an Inngest server"),
});

/** Limits the body, because the SDK reads it in full before it checks the signature. */
async function limited(request: Request): Promise<Request> {
  const { method, url, headers } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method: "GET", headers });
  return new Request(url, { method, headers, body: await readBody(request, bodyLimit) });
}
