export { getMail, listMails, type MailMessage, type MailSummary } from "@/lib/mail/list-mails";
export { queueMail } from "@/lib/mail/queue-mail";
export { failQueuedMail, sendQueuedMail } from "@/lib/mail/send-queued-mail";
export { deliveryFailedMail } from "@/lib/mail/templates/delivery-failed";
export { endpointDisabledMail } from "@/lib/mail/templates/endpoint-disabled";
export { endpointWarnedMail } from "@/lib/mail/templates/endpoint-warned";
