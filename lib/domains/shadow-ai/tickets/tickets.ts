import { createHash } from "node:crypto";
import { appendInTransaction } from "@/lib/domains/audit-chain";
import {
  type CreatedIssue,
  createIssue,
  findIssue,
  IssueError,
  listTicketTargets,
  type NewIssue,
  requireTicketTarget,
  type TicketTarget,
} from "@/lib/domains/integrations";
import { requireDetection, withDetectionsLocked } from "@/lib/domains/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/domains/shadow-ai/detections/record-change";
import type { CreateTicket, DetectionTicket, TicketDrafts } from "@/lib/domains/shadow-ai/schemas-tickets";
import { issueOf } from "@/lib/domains/shadow-ai/tickets/issue-text";
import {
  type CreatedTicket,
  changeClaim,
  deleteClaim,
  findTicket,
  findTickets,
  insertClaim,
  type StoredTicket,
  toTicket,
} from "@/lib/domains/shadow-ai/tickets/ticket-store";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, ticketNotCreated } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { requirePermission } from "@/lib/platform/core/roles";

/** The tickets that can be created from a detection, as they would be sent. @throws `not_found` */
export async function draftTickets(ctx: Context, detectionId: string): Promise<TicketDrafts> {
  const organisationId = ctx.organisation.id;
  const issue = issueOf(await requireDetection(ctx.tx, organisationId, detectionId));
  const created = await findTickets(ctx.tx, organisationId, detectionId);
  const targets = await listTicketTargets(ctx);
  return {
    data: targets.map(({ integrationId, kind: system, name, project }) => {
      const ticket = created.find((one) => one.integrationId === integrationId);
      return {
        ...{ integrationId, system, name, project, title: issue.title, digest: digestOf(issue) },
        text: [...issue.lines, issue.url].join("\n"),
        ticket: ticket ? toTicket(ticket) : null,
      };
    }),
  };
}

/** How long a ticket is not created again if the result of its creation is unknown. The product's search contains it afterwards. */
const claimMs = 60_000;

/**
 * Creates a ticket of a detection, at most one per integration; returns an existing one. The claim is committed before the
 * request is sent, so that concurrent requests send one. If the result of an earlier request is unknown, for example
 * because the process stopped, the ticket is first searched for.
 *
 * @throws `insufficient_scope`, `not_found`, `ticket_not_created`, and `conflict` while another request creates it.
 */
export async function createTicket(
  ctx: Context,
  detectionId: string,
  { integrationId, digest }: CreateTicket,
): Promise<DetectionTicket> {
  requirePermission(ctx, "shadow_ai:triage");
  const target = await requireTicketTarget(ctx, integrationId);
  const claimed = await claim(ctx, detectionId, target, digest);
  if ("created" in claimed) return claimed.created;
  const { ticket, issue, isNew } = claimed;
  let isCreating = isNew;
  try {
    const found = isNew ? undefined : await findIssue(target, issue.marker, searchedFrom(ticket));
    isCreating = true;
    return await completeTicket(ctx, ticket, found ?? (await createIssue(target, issue)));
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    const mayExist = isCreating && error.isUnknown;
    // After a retry, the claim is kept: an earlier request may have created the ticket, although the search did not find it.
    if (isNew && !mayExist) await deleteClaim(ticket);
    else if (!mayExist) await changeClaim(undefined, ticket, { claimedUntil: new Date(ctx.clock.now()) });
    throw ticketNotCreated(isNew && !mayExist ? error.message : `${error.message} ${unknownResult}`, error.status);
  }
}

const unknownResult =
  "The ticket may have been created. Try again in a minute: the service then searches for it before it creates one.";

/** Earlier than the claim, because the product's clock can differ. */
function searchedFrom({ claimedAt }: StoredTicket): Date {
  return new Date(claimedAt.getTime() - 10 * claimMs);
}

type Claim = { created: DetectionTicket } | { ticket: StoredTicket; issue: NewIssue; isNew: boolean };

function claim(
  ctx: Context,
  detectionId: string,
  { integrationId, kind }: TicketTarget,
  digest: string | undefined,
): Promise<Claim> {
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const now = new Date(ctx.clock.now());
    const detection = await requireDetection(tx, organisationId, detectionId);
    const existing = await findTicket(tx, { organisationId, detectionId, integrationId });
    if (isCreated(existing)) return { created: toTicket(existing) };
    const issue = issueOf(detection);
    if (digest !== undefined && digest !== digestOf(issue)) {
      throw new ServiceError("conflict", "The detection has changed. Review the new text of the ticket and try again.");
    }
    if (existing && existing.claimedUntil > now) {
      throw new ServiceError("conflict", "This ticket is being created. Try again in a minute.");
    }
    const claimedUntil = new Date(now.getTime() + claimMs);
    const ticket = existing
      ? await changeClaim(tx, existing, { claimedUntil })
      : await insertClaim(tx, {
          ...{ id: newId("ticket", now.getTime()), organisationId, detectionId, integrationId },
          ...{ system: kind, claimedAt: now, claimedUntil },
        });
    return { ticket, issue, isNew: existing === null };
  });
}

/** Stores the ticket, and records it on the chain. */
export function completeTicket(
  ctx: Context,
  ticket: StoredTicket,
  { key, url }: CreatedIssue,
): Promise<DetectionTicket> {
  return withDetectionsLocked(ctx, async (tx) => {
    const createdAt = new Date(ctx.clock.now());
    const created = { ...(await changeClaim(tx, ticket, { key, url, createdAt })), key, url, createdAt };
    const { id: ticketId, detectionId, integrationId, system } = created;
    await appendInTransaction(ctx, tx, [
      {
        eventType: "HUMAN_REVIEW",
        tags: tagsOf({ id: detectionId }),
        payload: { kind: "SHADOW_AI_TICKET_CREATED", detectionId, ticketId, integrationId, system, key, url },
        records: [{ table: "shadow_ai_tickets", id: ticketId }],
      },
    ]);
    return toTicket(created);
  });
}

function isCreated(ticket: StoredTicket | null): ticket is CreatedTicket {
  return ticket !== null && ticket.key !== null;
}

function digestOf({ title, lines, url }: NewIssue): string {
  return createHash("sha256")
    .update(JSON.stringify([title, lines, url]))
    .digest("hex");
}
