import { createTicket, draftTickets } from "@/lib/domains/shadow-ai";
import { CreateTicket, DetectionTicket, TicketDrafts } from "@/lib/domains/shadow-ai/schemas-tickets";
import { recordRoute, resources } from "@/lib/platform/http";

const triage = { scope: "shadow_ai:write", permission: "shadow_ai:triage", limit: "shadow-ai.write" } as const;

export const shadowAiTickets = resources({
  "/v1/shadow-ai/{id}/ticket-drafts": {
    GET: recordRoute({
      scope: "shadow_ai:read",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.read",
      summary: "List ticket drafts of a shadow AI detection",
      description:
        "Returns a draft for each enabled integration with `ticketSettings`, with the title and the text that would be sent. The text contains the service, status, severity, department, masked IP ranges, detection time, ID and a link to the detection, but no user names. Nothing is sent.",
      response: TicketDrafts,
      handler: (ctx, { params }) => draftTickets(ctx, params.id),
    }),
  },
  "/v1/shadow-ai/{id}/tickets": {
    POST: recordRoute({
      ...triage,
      summary: "Create a ticket from a shadow AI detection",
      description:
        "Creates an issue in Jira or GitHub with an integration's `ticketSettings`, and records its key and URL on the audit chain. A detection has at most one ticket per integration: if the ticket exists, the response contains it, and nothing is sent. If several requests arrive at the same time, one of them creates the ticket, and the others return 409. If the product rejects the ticket, the response is 502 with the product's status as `receiverStatus`, and nothing is stored. If the result is unknown, for example after a timeout, requests return 409 for a minute. After that, the service searches the product for the ticket before it creates one. It can create a second ticket only if the product's search does not find the first one.",
      body: CreateTicket,
      response: DetectionTicket,
      errors: ["conflict", "ticket_not_created"],
      handler: (ctx, { params, body }) => createTicket(ctx, params.id, body),
    }),
  },
});
