import type { Job } from "@/lib/jobs/define";
import { deliverWebhook } from "@/lib/jobs/functions/deliver-webhook";
import { notifyFailedDeliveries } from "@/lib/jobs/functions/notify-failed-deliveries";
import { publishChainEvents, sweepChainFollowers } from "@/lib/jobs/functions/publish-chain-events";
import { publishIntegrityFailure } from "@/lib/jobs/functions/publish-integrity-failure";
import { sendMail } from "@/lib/jobs/functions/send-mail";
import { sweepWebhookDeliveries } from "@/lib/jobs/functions/sweep-deliveries";

/** Every background function of the service. */
export const jobs: Job[] = [
  deliverWebhook,
  notifyFailedDeliveries,
  sweepWebhookDeliveries,
  publishChainEvents,
  publishIntegrityFailure,
  sweepChainFollowers,
  sendMail,
];
