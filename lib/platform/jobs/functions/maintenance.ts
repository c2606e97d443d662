import { notifyExpiringKeys } from "@/lib/domains/api-keys";
import { deleteOldDeliveries, disconnectSilent } from "@/lib/domains/integrations";
import { pruneMembers as prune } from "@/lib/domains/members";
import { sendDigests } from "@/lib/domains/notifications";
import { applyRetentionToAll } from "@/lib/domains/retention";
import { systemClock } from "@/lib/platform/core/clock";
import { onEvent, onSchedule, overOrganisations } from "@/lib/platform/jobs/define";
import { requeueDueEffects } from "@/lib/platform/jobs/outbox-store";
import { failQueuedMail, sendQueuedMail } from "@/lib/platform/mail";

/** Sends a queued e-mail by SMTP, or marks it as stored if no server is configured. */
export const sendMail = onEvent(
  "mail/message.queued",
  {
    id: "send-mail",
    retries: 8,
    concurrency: { limit: 5 },
    onFailure: ({ data, error }) => failQueuedMail(data.mailId, error.message),
  },
  ({ data, step }) => step.run("send", () => sendQueuedMail(data.mailId, systemClock)),
);

/** Queues e-mails, integrity alarms and other effects again that the job server lost. */
export const sweepPendingEffects = onSchedule(
  "* * * * *",
  { id: "sweep-pending-effects", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("sweep", () => requeueDueEffects()),
);

/** Deletes sessions and mailed tokens that ended long ago. At 03:23 UTC, to avoid the load at full hours. */
export const pruneMembers = onSchedule(
  "23 3 * * *",
  { id: "prune-members", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => step.run("prune", () => prune(systemClock)),
);

/** Organisations per step. */
const together = 20;

/** Deletes data past its organisation's retention period. At 04:07 UTC, to avoid the load at full hours. */
export const applyRetention = onSchedule(
  "7 4 * * *",
  { id: "apply-retention", retries: 10, concurrency: { limit: 1 } },
  overOrganisations(applyRetentionToAll, together),
);

/** Sends the daily digests of unread notifications, at 06:13 UTC. */
export const sendNotificationDigests = onSchedule(
  "13 6 * * *",
  { id: "send-notification-digests", retries: 10, concurrency: { limit: 1 } },
  overOrganisations(sendDigests, together),
);

/** Notifies administrators of API keys that expire soon. Before the digests are sent. */
export const notifyOfExpiringKeys = onSchedule(
  "43 5 * * *",
  { id: "notify-expiring-keys", retries: 3, concurrency: { limit: 1 } },
  overOrganisations(notifyExpiringKeys, together),
);

/** Reports silent integrations as disconnected, and deletes old ignored deliveries. */
export const watchIntegrations = onSchedule(
  "* * * * *",
  { id: "watch-integrations", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    disconnected: await step.run("silent", () => disconnectSilent(systemClock)),
    forgotten: await step.run("deliveries", () => deleteOldDeliveries(systemClock)),
  }),
);
