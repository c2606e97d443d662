import { z } from "zod";
import { answerMessage } from "@/lib/domains/mcp";
import { Reply, rejectForeignPage, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

/** The MCP endpoint: streamable HTTP without sessions. Clients that open a stream with GET get a 405. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/mcp", {
  POST: route({
    summary: "Send an MCP message",
    scope: "key",
    limit: "mcp.call",
    body: z.looseObject({}),
    response: { stream: ["application/json", "text/event-stream"] },
    handler: async (ctx, { body, request }) => {
      rejectForeignPage(request.headers);
      const { text, type, status } = await answerMessage(ctx, request, body);
      return Reply.text(text, type, { status });
    },
  }),
});
