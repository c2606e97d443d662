import { advanceFollower, clearNotification, findHead } from "@/lib/domains/audit-chain";
import {
  type AttemptEnd,
  endLastAttempt,
  findDelayed,
  findOverdue,
  forgetWarnings,
  noteWarning,
  requestWakeUps,
  type StreamKey,
} from "@/lib/domains/audit-streams/delivery-store";
import { findLags, streams } from "@/lib/domains/audit-streams/store";
import { recordStreamChange, streamFollower } from "@/lib/domains/audit-streams/streams";
import { findAdministratorAddresses } from "@/lib/domains/members";
import { notifyMembers } from "@/lib/domains/notifications";
import { findOrganisation } from "@/lib/domains/organisations";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { auditStreamMail, queueMail } from "@/lib/platform/mail";
import type { AuditStreamMail } from "@/lib/platform/mail/templates/endpoint-mails";

/**
 * Enqueues the streams of a chain that has new events. As a follower of the chain, this is then up to date: each stream has
 * its own position.
 */
export async function wakeStreams(organisationId: string, clock: Clock): Promise<number> {
  await clearNotification(organisationId, streamFollower);
  const { position } = await findHead(organisationId);
  return inTransaction(undefined, async (tx) => {
    const streamIds = await requestWakeUps(tx, organisationId, new Date(clock.now()));
    await enqueueDue(
      tx,
      streamIds.map((streamId) => ({ organisationId, streamId })),
    );
    await advanceFollower(tx, organisationId, streamFollower, position);
    return streamIds.length;
  });
}

const sweepMax = 1_000;

/** Enqueues overdue streams. Returns their number. */
export async function sweepStreams(clock: Clock): Promise<number> {
  const overdue = await findOverdue(new Date(clock.now() - lostAfterMs), sweepMax);
  await inTransaction(undefined, (tx) => enqueueDue(tx, overdue));
  return overdue.length;
}

async function enqueueDue(tx: Transaction, keys: StreamKey[]): Promise<void> {
  for (const { organisationId, streamId } of keys) {
    await enqueue(tx, [{ name: "audit-streams/batch.due", data: { organisationId, streamId } }], {
      key: `audit-streams/batch.due ${streamId}`,
    });
  }
}

/** Administrators are warned about events that are undelivered for this long. */
const delayedMs = 30 * 60 * 1_000;
/** Without undelivered events older than this, a stream has recovered. */
const recoveredMs = 10 * 60 * 1_000;
const warnedMax = 100;

/** Warns administrators about delayed streams, once until the stream has recovered. Returns the number of warnings. */
export async function warnOfDelays(clock: Clock): Promise<number> {
  await forgetWarnings(new Date(clock.now() - recoveredMs));
  const now = new Date(clock.now());
  let warned = 0;
  for (const stream of await findDelayed(new Date(clock.now() - delayedMs), warnedMax)) {
    const organisation = await findOrganisation(stream.organisationId);
    if (!organisation) continue;
    await inTransaction(undefined, async (tx) => {
      if (!(await noteWarning(tx, stream, now))) return;
      await mailAdministrators(tx, organisation, { trouble: "behind", stream }, clock);
      const since = stream.oldestReceivedAt.toISOString();
      await notifyOfStream(tx, { organisation, stream, streamId: stream.streamId, since }, clock);
      warned += 1;
    });
  }
  return warned;
}

const reason = "The receiver responded with 410 Gone.";

/** Disables a stream after a 410 response: records an event and notifies administrators. The position is kept. */
export async function disableStream(key: StreamKey, end: AttemptEnd, clock: Clock): Promise<void> {
  const { organisationId, streamId } = key;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  await inTransaction(undefined, async (tx) => {
    const locked = await streams.lock(tx, organisationId, streamId);
    await endLastAttempt(tx, key, end);
    if (locked?.state !== "ACTIVE") return;
    const stream = await streams.change(tx, locked, {
      ...{ state: "DISABLED", disabledReason: reason, nextLookAt: null, nextAttemptAt: null },
      ...{ leaseId: null, leaseUntil: null },
      updatedAt: new Date(Math.max(clock.now(), locked.updatedAt.getTime())),
    });
    const lag = (await findLags(tx, organisationId, [streamId])).get(streamId);
    const position = Number(stream.position);
    const notice = { headPosition: position, oldestReceivedAt: null, ...lag, ...stream, position };
    await mailAdministrators(tx, organisation, { trouble: "disabled", stream: notice, reason }, clock);
    await notifyOfStream(tx, { organisation, stream, streamId, since: null }, clock);
    const ctx = { organisation, actor, clock };
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DISABLED", stream, more: { reason } });
  });
}

const actor = { kind: "system", id: "audit-streams" } as const;

interface StreamNotice {
  organisation: Organisation;
  stream: { name: string; url: string };
  streamId: string;
  since: string | null;
}

/** Notifies members at the time of a warning, which is stored, or of the end of a stream: once of each. */
async function notifyOfStream(tx: Transaction, notice: StreamNotice, clock: Clock): Promise<void> {
  const { organisation, stream, streamId, since } = notice;
  const facts = { name: stream.name, host: new URL(stream.url).host, since };
  const sourceKey = `stream failed ${streamId} ${new Date(clock.now()).toISOString()}`;
  await notifyMembers({ organisation, actor, clock }, tx, [
    { kind: "AUDIT_STREAM_FAILED", subjectId: streamId, facts, sourceKey },
  ]);
}

type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/** Queues an e-mail to each administrator, or to the account owner if the organisation has no administrator. */
export async function mailAdministrators(
  tx: Transaction,
  organisation: Organisation,
  content: Omit<AuditStreamMail, "organisation" | "publicUrl">,
  clock: Clock,
): Promise<void> {
  const { id: organisationId, ownerEmail } = organisation;
  const administrators = await findAdministratorAddresses(tx, organisationId, new Date(clock.now()));
  const recipients = administrators.length > 0 ? administrators : ownerEmail === null ? [] : [ownerEmail];
  const rendered = auditStreamMail({ ...content, organisation, publicUrl: env().PUBLIC_URL });
  for (const to of recipients) {
    await queueMail(tx, { organisationId, to, template: `audit-stream-${content.trouble}`, ...rendered }, clock);
  }
}
