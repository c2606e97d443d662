import { z } from "zod";
import { Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

const integrationId = Id("integration");
const system = z.enum(["GITHUB", "JIRA"]);

export const exampleTicket = {
  id: "tkt_01kahbc2g8m9n4q6r1s7t3v5wx",
  integrationId: "int_01kahbc2g8m9n4q6r1s7t3v5wx",
  system: "JIRA" as const,
  key: "RISK-42",
  url: "https://bank.atlassian.net/browse/RISK-42",
  createdAt: "2026-01-16T09:00:00.000Z",
};

const exampleDraft = {
  ...{ integrationId: exampleTicket.integrationId, system: exampleTicket.system, name: "Risk board", project: "RISK" },
  title: "Shadow AI detection: OpenAI (api.openai.com)",
  text: "Service: OpenAI (api.openai.com)\nStatus: OPEN\nSeverity: HIGH",
  digest: "5a2e5f0c8b1d4e7f9a3c6b2d1e0f4a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f",
  ticket: null,
};

/** A ticket that was created from a detection. */
export const DetectionTicket = z
  .object({
    id: Id("ticket"),
    integrationId,
    system,
    key: z
      .string()
      .meta({ description: "The key in Jira, or the repository and number in GitHub", examples: ["RISK-42"] }),
    url: z.string().meta({ examples: ["https://bank.atlassian.net/browse/RISK-42"] }),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "ShadowAiTicket", examples: [exampleTicket] });
export type DetectionTicket = z.infer<typeof DetectionTicket>;

const TicketDraft = z
  .object({
    integrationId,
    system,
    name: z.string().meta({ description: "Name of the integration" }),
    project: z.string().meta({ examples: ["RISK"] }),
    title: z.string(),
    text: z.string().meta({ description: "The complete text, without personal data" }),
    digest: z.string().meta({
      description: "Hash of the title and the text. Send it with `POST …/tickets` to create exactly this ticket.",
    }),
    ticket: DetectionTicket.nullable().meta({ description: "The existing ticket; `null` if none has been created" }),
  })
  .meta({ id: "ShadowAiTicketDraft" });

/** Response of `GET /v1/shadow-ai/{id}/ticket-drafts`. */
export const TicketDrafts = z.object({ data: z.array(TicketDraft) }).meta({
  id: "ShadowAiTicketDrafts",
  examples: [{ data: [exampleDraft] }],
});
export type TicketDrafts = z.infer<typeof TicketDrafts>;

/** Body of `POST /v1/shadow-ai/{id}/tickets`. */
export const CreateTicket = z
  .strictObject({
    integrationId: z.string().min(1).max(128),
    digest: z.string().min(1).max(128).optional().meta({
      description:
        "The `digest` of the draft that you reviewed. If the text has changed since then, the response is 409.",
    }),
  })
  .meta({ id: "CreateShadowAiTicket", examples: [{ integrationId: "int_01kahbc2g8m9n4q6r1s7t3v5wx" }] });
export type CreateTicket = z.infer<typeof CreateTicket>;
