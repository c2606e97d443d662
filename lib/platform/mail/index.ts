export {
  findMail,
  findMails,
  getMail,
  listMails,
  type MailMessage,
  queueMail,
  reencryptMails,
} from "@/lib/platform/mail/mails";
export { failQueuedMail, sendQueuedMail } from "@/lib/platform/mail/send-queued-mail";
export { deleteOldMails, findLastAttemptedMail, type MailOutline, readMailQueue } from "@/lib/platform/mail/store";
export {
  accountChangedMail,
  memberInvitedMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorChangedMail,
} from "@/lib/platform/mail/templates/account-mails";
export {
  auditStreamMail,
  deliveryFailedMail,
  endpointDisabledMail,
  endpointWarnedMail,
} from "@/lib/platform/mail/templates/endpoint-mails";
export { alertTriggeredMail, notificationDigestMail, reportEndedMail } from "@/lib/platform/mail/templates/notices";
