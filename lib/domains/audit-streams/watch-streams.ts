import { advanceFollower, clearNotification, findHead } from "@/lib/domains/audit-chain";
import {
  type AttemptEnd,
  endLastAttempt,
  findForgotten,
  findTroubled,
  forgetWarnings,
  wakeStreams as markWoken,
  noteWarning,
  type StreamKey,
} from "@/lib/domains/audit-streams/delivery-store";
import { changeStream, lockStream, lockStreamSet } from "@/lib/domains/audit-streams/store";
import { recordStreamChange, streamFollower } from "@/lib/domains/audit-streams/streams";
import { findAdministratorAddresses } from "@/lib/domains/members";
import { findOrganisation } from "@/lib/domains/organisations";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { auditStreamMail, queueMail } from "@/lib/platform/mail";
import type { AuditStreamMail } from "@/lib/platform/mail/templates/audit-stream";

/**
 * Has the streams of a chain that has grown looked after: who works on one already is told in its row, for the others there
 * is a job. As a follower of the chain this has then dealt with all of it: each stream knows its own position.
 */
export async function wakeStreams(organisationId: string, clock: Clock): Promise<number> {
  await clearNotification(organisationId, streamFollower);
  const { position } = await findHead(organisationId);
  return inTransaction(undefined, async (tx) => {
    const streamIds = await markWoken(tx, organisationId, new Date(clock.now()));
    await enqueueDue(
      tx,
      streamIds.map((streamId) => ({ organisationId, streamId })),
    );
    await advanceFollower(tx, organisationId, streamFollower, position);
    return streamIds.length;
  });
}

/** What is due for this long, the job engine has lost. */
const forgottenMs = 60 * 1_000;
const sweepMax = 1_000;

/** Has streams looked after that are behind and that nobody came back to. Answers how many. */
export async function sweepStreams(clock: Clock): Promise<number> {
  const forgotten = await findForgotten(new Date(clock.now() - forgottenMs), sweepMax);
  await inTransaction(undefined, (tx) => enqueueDue(tx, forgotten));
  return forgotten.length;
}

async function enqueueDue(tx: Transaction, keys: StreamKey[]): Promise<void> {
  for (const { organisationId, streamId } of keys) {
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }], {
      key: `audit-streams/batch.due ${streamId}`,
    });
  }
}

/** A stream that lacks an event for longer than this is in trouble: it fails, or is too slow. */
const troubleMs = 30 * 60 * 1_000;
/** One that lacks nothing older than this is well again. */
const wellMs = 10 * 60 * 1_000;
const warnedMax = 100;

/**
 * Tells the administrators of streams that lack what was received half an hour ago, once, until they have caught up.
 * Answers how many are told of.
 */
export async function warnOfTrouble(clock: Clock): Promise<number> {
  await forgetWarnings(new Date(clock.now() - wellMs));
  const now = new Date(clock.now());
  const troubled = await findTroubled(new Date(clock.now() - troubleMs), warnedMax);
  let told = 0;
  for (const stream of troubled) {
    const organisation = await findOrganisation(stream.organisationId);
    if (!organisation) continue;
    await inTransaction(undefined, async (tx) => {
      if (!(await noteWarning(tx, stream, now))) return;
      await mailAdministrators(tx, organisation, { trouble: "behind", stream }, clock);
      told += 1;
    });
  }
  return told;
}

const reason = "Its receiver answered 410 Gone.";

/**
 * Disables a stream whose receiver wants no more: administrators get a mail, the chain an event. It stays where it stands,
 * and goes on from there when it is made active again.
 */
export async function disableStream(key: StreamKey, end: AttemptEnd, clock: Clock): Promise<void> {
  const { organisationId, streamId } = key;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  await inTransaction(undefined, async (tx) => {
    await lockStreamSet(tx, organisationId);
    await endLastAttempt(tx, key, end);
    const locked = await lockStream(tx, organisationId, streamId);
    if (locked?.state !== "ACTIVE") return;
    const at = new Date(Math.max(clock.now(), locked.updatedAt.getTime()));
    await changeStream(tx, organisationId, streamId, {
      ...{ state: "DISABLED", disabledReason: reason, nextLookAt: null, nextAttemptAt: null },
      ...{ leaseId: null, leaseUntil: null, updatedAt: at },
    });
    await mailAdministrators(tx, organisation, { trouble: "disabled", stream: locked, reason }, clock);
    const ctx = { organisation, actor: { kind: "system", id: "audit-streams" } as const, clock };
    const stream = { ...locked, state: "DISABLED" };
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DISABLED", stream, more: { reason } });
  });
}

type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/** Puts a mail to each administrator into the queue, with the transaction; to the account's owner where there is none. */
export async function mailAdministrators(
  tx: Transaction,
  organisation: Organisation,
  told: Omit<AuditStreamMail, "organisation" | "publicUrl">,
  clock: Clock,
): Promise<void> {
  const { id: organisationId, ownerEmail } = organisation;
  const administrators = await findAdministratorAddresses(tx, organisationId, new Date(clock.now()));
  const recipients = administrators.length > 0 ? administrators : ownerEmail === null ? [] : [ownerEmail];
  const rendered = auditStreamMail({ ...told, organisation, publicUrl: env().PUBLIC_URL });
  for (const to of recipients) {
    await queueMail(tx, { organisationId, to, template: `audit-stream-${told.trouble}`, ...rendered }, clock);
  }
}
