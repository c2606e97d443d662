import { z } from "zod";
import { VisibleLine } from "@/lib/platform/http/schemas";
import { endpointUrlProblem } from "@/lib/platform/outgoing/endpoint-url";

const baseUrl = z
  .string()
  .superRefine((url, context) => {
    const message = endpointUrlProblem(url) ?? (url.includes("?") ? "must not have a query" : undefined);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .meta({
    description:
      "Base URL of the product's API, such as `https://your-site.atlassian.net`. Required for Jira. Defaults to `https://api.github.com` for GitHub.",
    examples: ["https://bank.atlassian.net"],
  });

const project = VisibleLine(200).meta({
  description: "The project key in Jira, or the repository with its owner in GitHub",
  examples: ["RISK"],
});

const example = {
  baseUrl: "https://bank.atlassian.net",
  project: "RISK",
  issueType: "Task",
  email: "bot@bank.example",
};

/** Where tickets are created, with the token. */
export const TicketSettingsInput = z
  .strictObject({
    baseUrl: baseUrl.optional(),
    project,
    issueType: VisibleLine(100).nullable().optional().meta({ description: "Only for Jira. Defaults to `Task`." }),
    email: z.email().max(254).nullable().optional().meta({
      description:
        "The e-mail address of the account to which the token belongs. Required for Jira, and not allowed for GitHub.",
    }),
    token: z
      .string()
      .min(1)
      .max(1_024)
      .regex(/^[\x21-\x7e]+$/, "must contain only visible ASCII characters")
      .optional()
      .meta({
        description:
          "The API token. Stored encrypted and never returned. Required for new settings, and if the host in `baseUrl` changes. Otherwise, the stored token is kept if you omit it.",
      }),
  })
  .meta({ id: "TicketSettingsInput", examples: [{ ...example, token: "ATATT3xFfGF0" }] });
export type TicketSettingsInput = z.infer<typeof TicketSettingsInput>;

/** Where tickets are created, without the token. */
export const TicketSettings = z
  .object({
    baseUrl: z.string(),
    project: z.string(),
    issueType: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: "TicketSettings", examples: [example] });
export type TicketSettings = z.infer<typeof TicketSettings>;
