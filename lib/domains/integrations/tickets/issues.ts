import type { z } from "zod";
import { findWithTickets, integrations, secretContext } from "@/lib/domains/integrations/store";
import {
  type CreatedIssue,
  type NewIssue,
  products,
  type TicketTarget,
} from "@/lib/domains/integrations/tickets/products";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { type ExchangeRecord, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { oneLine } from "@/lib/platform/outgoing/post";

/** Why no ticket was created. With `isUnknown`, the product may have created it. */
export class IssueError extends Error {
  constructor(
    message: string,
    readonly status: number | null,
    readonly isUnknown: boolean,
  ) {
    super(message);
  }
}

type Stored = Awaited<ReturnType<typeof integrations.require>>;

/** The enabled integrations that create tickets, by name, without their tokens. */
export async function listTicketTargets({ organisation, tx }: Context): Promise<Omit<TicketTarget, "token">[]> {
  const all = await findWithTickets(tx, organisation.id);
  return all.flatMap((stored) => toTarget(stored) ?? []).sort((one, other) => one.name.localeCompare(other.name));
}

/** @throws `not_found`, and `conflict` for an integration that creates no tickets. */
export async function requireTicketTarget(ctx: Context, integrationId: string): Promise<TicketTarget> {
  const stored = await integrations.require(ctx, integrationId);
  const target = toTarget(stored);
  if (!target || stored.authorization === null) {
    throw new ServiceError("conflict", "The integration is disabled, or it is not set up to create tickets.");
  }
  const context = secretContext(stored.organisationId, stored.id, "authorization");
  return { ...target, token: decryptSecret(stored.authorization, context) };
}

function toTarget({ id, kind, name, enabled, ticketSettings }: Stored): Omit<TicketTarget, "token"> | undefined {
  if (!enabled || ticketSettings === null || kind === "MLFLOW") return undefined;
  return { integrationId: id, name, kind, ...ticketSettings };
}

/** Creates a ticket. @throws {@link IssueError} */
export async function createIssue(target: TicketTarget, issue: NewIssue): Promise<CreatedIssue> {
  const { path, body, read } = products[target.kind].create(target, issue);
  return call(target, "POST", path, body, read);
}

/** The ticket whose text contains a marker, created since a time. @throws {@link IssueError} */
export async function findIssue(
  target: TicketTarget,
  marker: NewIssue["marker"],
  since: Date,
): Promise<CreatedIssue | undefined> {
  const { paths, read } = products[target.kind].find(target, marker, since);
  for (const path of paths) {
    const limitMs = Math.min(timeoutMs, searchMs / paths.length);
    const { issue, isLast } = await call(target, "GET", path, undefined, read, limitMs);
    if (issue || isLast) return issue;
  }
  return undefined;
}

/** Lists of GitHub contain complete issues. */
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
/** A search and a creation together take less time than a claim. */
const searchMs = 40_000;

async function call<T>(
  target: TicketTarget,
  method: "GET" | "POST",
  path: string,
  body: object | undefined,
  read: z.ZodType<T>,
  limitMs = timeoutMs,
): Promise<T> {
  const { name, headers } = products[target.kind];
  const { fresh } = serviceTransport();
  const record = await tracedExchange(
    "ticket",
    { "ticket.system": target.kind },
    {
      ...{ method, url: `${target.baseUrl}${path}`, timeoutMs: limitMs, maxBytes },
      headers: {
        ...headers(target),
        "User-Agent": "Governance-Audit-Service-Tickets/1",
        ...(body && { "Content-Type": "application/json" }),
      },
      body: body ? JSON.stringify(body) : "",
      // On a reused connection, a lost request would be repeated, although it may have arrived.
      transport: { pooled: fresh, fresh },
    },
  );
  if (record.outcome === "FAILED") throw failureOf(target, record);
  const answer = read.safeParse(readJson(record.responseBody));
  if (!answer.success) throw new IssueError(`${name} sent an unexpected response.`, record.statusCode, true);
  return answer.data;
}

/** Errors of complete responses. */
const answered: readonly ExchangeRecord["error"][] = ["status", "gone", "redirect"];
const unsent: readonly ExchangeRecord["error"][] = ["dns", "tls", "connection_refused", "address_refused"];

function failureOf(
  { kind, project, baseUrl }: TicketTarget,
  { statusCode, error, responseBody }: ExchangeRecord,
): IssueError {
  const { name, problem } = products[kind];
  const { host } = new URL(baseUrl);
  if (statusCode === null) {
    const reason = error === "timeout" ? "did not respond in time" : `could not be reached (${error})`;
    return new IssueError(`${name} at ${host} ${reason}.`, null, !unsent.includes(error));
  }
  if (statusCode < 300 || !answered.includes(error)) {
    return new IssueError(`${name} at ${host} sent an incomplete response (${statusCode}).`, statusCode, true);
  }
  const read = problem.safeParse(readJson(responseBody));
  const detail = read.success && read.data !== "" ? ` ${name}: ${oneLine(read.data)}` : "";
  const advice = adviceOf(statusCode, name, project);
  return new IssueError(`${advice}${detail}`, statusCode, statusCode >= 500);
}

function adviceOf(status: number, name: string, project: string): string {
  switch (status) {
    case 401:
      return `${name} rejected the credentials (401). Check the token in the integration's settings.`;
    case 403:
      return `${name} does not allow the account to create tickets in ${project} (403).`;
    case 404:
    case 410:
      return `The account cannot access ${project} in ${name}, or issues are disabled there (${status}).`;
    case 429:
      return `${name} is limiting the rate of requests (429). Try again later.`;
    default:
      return status >= 500 ? `${name} failed (${status}).` : `${name} rejected the ticket (${status}).`;
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}
