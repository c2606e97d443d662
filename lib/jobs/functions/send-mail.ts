import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { failQueuedMail, sendQueuedMail } from "@/lib/mail";

/** Sends a queued mail by SMTP, or marks it as stored where no server is configured. */
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
