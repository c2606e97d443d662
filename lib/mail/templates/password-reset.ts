import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { type AccountMail, memberBecause } from "@/lib/mail/templates/account";
import { shownTime } from "@/lib/mail/templates/endpoint";

export interface PasswordResetMail extends AccountMail {
  /** With the token behind `#`. */
  resetUrl: string;
  expiresAt: Date;
}

/** Lets somebody choose another password who does not know theirs. */
export function passwordResetMail(given: PasswordResetMail): RenderedMail {
  const { name, resetUrl, expiresAt } = given;
  return renderMail({
    subject: "Choose a new password",
    preheader: `The link works until ${shownTime(expiresAt)}. Your password stays as it is until you choose another.`,
    title: "Choose a new password",
    blocks: [
      { kind: "paragraph", text: `${name}, somebody asked for a new password for your account.` },
      { kind: "link", text: "Choose a new password", url: resetUrl },
      {
        kind: "paragraph",
        text: `The link works once, until ${shownTime(expiresAt)}. You will be signed out everywhere, and your second factor stays as it is.`,
      },
      {
        kind: "paragraph",
        text: "If it was not you who asked, leave this message: your password stays as it is. Do not pass it on.",
      },
    ],
    reason: memberBecause(given),
  });
}
