export {
  findMail,
  findMails,
  getMail,
  listMails,
  type MailMessage,
  queueMail,
  reencryptMails,
} from "@/lib/mail/mails";
export { failQueuedMail, sendQueuedMail } from "@/lib/mail/send-queued-mail";
export { deleteOldMails, type MailOutline } from "@/lib/mail/store";
export {
  accountChangedMail,
  memberInvitedMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorChangedMail,
} from "@/lib/mail/templates/account-mails";
export { alertTriggeredMail } from "@/lib/mail/templates/alert-triggered";
export { auditStreamMail } from "@/lib/mail/templates/audit-stream";
export { deliveryFailedMail, endpointDisabledMail, endpointWarnedMail } from "@/lib/mail/templates/endpoint-mails";
export { reportEndedMail } from "@/lib/mail/templates/report-ended";
