import { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { Reply, resource, route } from "@/lib/platform/http";
import { readBody } from "@/lib/platform/http/body";
import { inngestPath, jobsMode, serveInngest } from "@/lib/platform/jobs/client";
import { jobs } from "@/lib/platform/jobs/registry";

export const dynamic = "force-dynamic";

/** More than the events and the state of a run that an Inngest server sends: 4 MB each. */
const bodyLimit = 16 * 1024 * 1024;

const operation = (summary: string) =>
  route(
    {
      summary,
      description:
        "For the Inngest server of the environment, which signs its requests. Absent where the service runs its jobs itself.",
      scope: "public",
      limit: "unlimited",
      // The SDK reads them: which function, which step, which probe.
      query: z.record(z.string(), z.string()),
      response: { stream: ["application/json"] },
      errors: ["not_found"],
    },
    async (_ctx, { request }) => {
      if (jobsMode() === "embedded") throw new ServiceError("not_found", "There is nothing here.");
      const handle = singleton("inngest-handler", () => serveInngest(jobs));
      const response = await handle(await limited(request));
      const { "content-type": type, ...headers } = Object.fromEntries(response.headers);
      const body = new Blob([await response.arrayBuffer()]).stream();
      return Reply.stream(body, type ?? "application/json", { status: response.status, headers });
    },
  );

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource(inngestPath, {
  GET: operation("Tell an Inngest server about the service's functions"),
  PUT: operation("Register the service's functions with an Inngest server"),
  POST: operation("Execute a function for an Inngest server"),
});

/** The SDK reads a body of any length before it looks at the signature. */
async function limited(request: Request): Promise<Request> {
  const { method, url, headers } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method: "GET", headers });
  return new Request(url, { method, headers, body: await readBody(request, bodyLimit) });
}
