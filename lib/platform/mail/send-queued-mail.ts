import type { Clock } from "@/lib/platform/core/clock";
import type { JobEvent } from "@/lib/platform/jobs/events";
import { postponeEffect, settleEffect } from "@/lib/platform/jobs/outbox-store";
import { plainLine } from "@/lib/platform/mail/render";
import { openMail, withoutTokens } from "@/lib/platform/mail/seal-body";
import { claimMail, findMailById, finishMail, type MailKey, type MailStatus } from "@/lib/platform/mail/store";
import { configuredTransport, MailError, type MailTransport, sendMsMax } from "@/lib/platform/mail/transport";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Longer than an attempt, so that an older claim belongs to a process that ended. */
const claimMs = sendMsMax + 15_000;

/**
 * Sends a queued e-mail, or marks it STORED if no SMTP server is configured. Other e-mails are left unchanged, so a
 * repeat sends nothing. A permanent error (5yz) marks it FAILED. @returns the new status; null if there is no such
 * e-mail. @throws MailError if another attempt can succeed: no response, a 4yz response, or another process is sending
 * it.
 */
export async function sendQueuedMail(
  mailId: string,
  clock: Clock,
  transport: MailTransport | undefined = configuredTransport(),
): Promise<MailStatus | null> {
  const nowMs = clock.now();
  const known = await findMailById(mailId);
  const mail = known && (await claimMail(known, new Date(nowMs), new Date(nowMs + claimMs)));
  if (mail === null) return statusOfUnclaimed(mailId);
  if (transport === undefined) {
    metrics().mails.inc({ outcome: "stored" });
    return finish(mail, "STORED");
  }
  try {
    const { recipient: to, subject } = mail;
    await transport.send({ id: mailId, to, subject, ...openMail(mail) });
  } catch (error) {
    const reason = reasonOf(error);
    const isFinal = error instanceof MailError && error.isFinal;
    metrics().mails.inc({ outcome: isFinal ? "failed" : "retried" });
    log().warn({ mailId, attempt: mail.attempts, isFinal, reason }, "the mail server did not accept an e-mail");
    const status = await finish(mail, isFinal ? "FAILED" : "QUEUED", reason);
    if (isFinal) return status;
    await postponeEffect(effectOf(mailId), engineWaitMs(mail.attempts));
    // Not the original error: jobs log and store errors, and it can contain the link.
    throw new MailError(reason, false);
  }
  metrics().mails.inc({ outcome: "sent" });
  const isStored = await finishMail(mail, { status: "SENT", error: null, sentAt: new Date(clock.now()) });
  // Otherwise its organisation moves, and the target sends the e-mail again: better twice than never.
  if (isStored) await settleEffect(effectOf(mailId));
  return "SENT";
}

export async function failQueuedMail(mailId: string, reason: string): Promise<void> {
  const mail = await findMailById(mailId);
  if (mail) await finish(mail, "FAILED", plainReason(reason) || "The e-mail could not be sent.");
}

const reasonLengthMax = 500;

async function statusOfUnclaimed(mailId: string): Promise<MailStatus | null> {
  const known = await findMailById(mailId);
  if (known?.status === "QUEUED") throw new MailError("Another process is sending this e-mail.", false);
  await settleEffect(effectOf(mailId));
  return known?.status ?? null;
}

async function finish(mail: MailKey, status: MailStatus, error: string | null = null): Promise<MailStatus> {
  const isStored = await finishMail(mail, { status, error });
  // Otherwise it was finished before, or its organisation moves and the row cannot be written here yet.
  if (isStored && status !== "QUEUED") await settleEffect(effectOf(mail.id));
  return status;
}

function effectOf(mailId: string): JobEvent {
  return { name: "mail/message.queued", data: { mailId } };
}

/** Longer than the job server waits before its next attempt, at most 72 minutes: see docs/operations/jobs.md. */
function engineWaitMs(attempts: number): number {
  return Math.min(2 ** attempts, 90) * 60_000;
}

function reasonOf(error: unknown): string {
  return plainReason(error instanceof Error ? error.message : "") || "unknown";
}

/** The error of a mail server can contain the link, and the reason is logged and shown. */
function plainReason(reason: string): string {
  return plainLine(withoutTokens(reason), reasonLengthMax);
}
