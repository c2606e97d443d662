import { z } from "zod";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { TicketSettings } from "@/lib/domains/integrations/schemas-tickets";

/** An integration that creates tickets. */
export interface TicketTarget extends TicketSettings {
  integrationId: string;
  name: string;
  kind: Extract<IntegrationKind, "GITHUB" | "JIRA">;
  token: string;
}

/** A ticket to create. */
export interface NewIssue {
  title: string;
  /** Lines of plain text. */
  lines: string[];
  /** Shown as a link after the lines. */
  url: string;
  /** The line that identifies the ticket, and a word in it. */
  marker: { line: string; word: string };
}

export interface CreatedIssue {
  key: string;
  url: string;
}

interface FoundIssue {
  issue: CreatedIssue | undefined;
  /** Whether the product has no more issues. */
  isLast: boolean;
}

/** How to call a product's API. */
interface Product {
  name: string;
  headers: (target: TicketTarget) => Record<string, string>;
  create: (target: TicketTarget, issue: NewIssue) => { path: string; body: object; read: z.ZodType<CreatedIssue> };
  find: (
    target: TicketTarget,
    marker: NewIssue["marker"],
    since: Date,
  ) => { paths: string[]; read: z.ZodType<FoundIssue> };
  /** The part of an error response that explains it. */
  problem: z.ZodType<string>;
}

const https = z.url({ protocol: /^https$/, normalize: true }).max(2_048);

/** Jira Cloud REST API v3. `self` is the address of the issue in the API. */
const jiraIssue = z
  .object({
    key: z
      .string()
      .max(100)
      .regex(/^\w+-\d+$/),
    self: https,
  })
  .transform(({ key, self }) => ({ key, url: `${self.split("/rest/api/")[0]}/browse/${key}` }));

/** Ten issues with bodies of the maximum length are smaller than the limit of a response. */
const gitHubPage = { issues: 10, max: 10 };

const gitHubIssue = (project: string) =>
  z
    .object({ number: z.int(), html_url: https })
    .transform(({ number, html_url: url }) => ({ key: `${project}#${number}`, url }));

export const products: Record<TicketTarget["kind"], Product> = {
  JIRA: {
    name: "Jira",
    headers: ({ email, token }) => ({
      Accept: "application/json",
      Authorization: `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`,
    }),
    create: ({ project, issueType }, { title, lines, url }) => ({
      path: "/rest/api/3/issue",
      body: {
        fields: {
          project: { key: project },
          issuetype: { name: issueType },
          summary: title,
          description: toAdf(lines, url),
        },
      },
      read: jiraIssue,
    }),
    find: ({ project }, marker) => {
      const jql = `project = "${project}" AND description ~ "\\"${marker.word}\\""`;
      return {
        paths: [`/rest/api/3/search/jql?${new URLSearchParams({ jql, fields: "summary", maxResults: "1" })}`],
        read: z.object({ issues: z.array(jiraIssue) }).transform(({ issues: [issue] }) => ({ issue, isLast: true })),
      };
    },
    problem: z
      .object({ errorMessages: z.array(z.string()).default([]), errors: z.record(z.string(), z.string()).default({}) })
      .transform(({ errorMessages, errors }) =>
        [...errorMessages, ...Object.entries(errors).map(([field, message]) => `${field}: ${message}`)].join(" "),
      ),
  },
  GITHUB: {
    name: "GitHub",
    headers: ({ token }) => ({
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "X-GitHub-Api-Version": "2022-11-28",
    }),
    create: ({ project }, { title, lines, url }) => ({
      path: `/repos/${project}/issues`,
      body: { title, body: toMarkdown(lines, url) },
      read: gitHubIssue(project),
    }),
    find: ({ project }, marker, since) => ({
      paths: Array.from({ length: gitHubPage.max }, (_, i) => {
        const page = { per_page: String(gitHubPage.issues), page: String(i + 1) };
        return `/repos/${project}/issues?${new URLSearchParams({ state: "all", since: since.toISOString(), ...page })}`;
      }),
      read: z
        .array(
          z.object({
            body: z.string().nullish(),
            pull_request: z.unknown().optional(),
            number: z.int(),
            html_url: z.string(),
          }),
        )
        .transform((items) => ({
          issue: items.find(
            ({ body, pull_request }) => pull_request === undefined && body?.split(/\r?\n/).includes(marker.line),
          ),
          isLast: items.length < gitHubPage.issues,
        }))
        .pipe(z.object({ issue: gitHubIssue(project).or(z.undefined()), isLast: z.boolean() })),
    }),
    problem: z
      .object({ message: z.string(), errors: z.array(z.object({ field: z.string(), code: z.string() })).catch([]) })
      .transform(({ message, errors }) =>
        [message, ...errors.map(({ field, code }) => `${field}: ${code}`)].join(". "),
      ),
  },
};

/** Atlassian Document Format, version 1. */
function toAdf(lines: string[], url: string): object {
  const paragraph = (content: object) => ({ type: "paragraph", content: [content] });
  return {
    type: "doc",
    version: 1,
    content: [
      ...lines.map((text) => paragraph({ type: "text", text })),
      paragraph({ type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] }),
    ],
  };
}

/** In a code block, so that no text is read as Markdown or as a mention. */
function toMarkdown(lines: string[], url: string): string {
  return ["```text", ...lines.map((line) => line.replaceAll("`", "'")), "```", "", url].join("\n");
}
