import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { type AccountMail, memberBecause, notYou } from "@/lib/mail/templates/account";
import { shownTime } from "@/lib/mail/templates/endpoint";

export interface PasswordChangedMail extends AccountMail {
  at: Date;
  /** Who set it: the member, by the link of a mail, or somebody who runs the service. */
  how: "BY_MEMBER" | "BY_RESET" | "BY_OPERATOR";
  /** Where a new password is asked for. */
  forgottenUrl: string;
}

const ways: Record<PasswordChangedMail["how"], string> = {
  BY_MEMBER: "",
  BY_RESET: ", by the link that was mailed to you",
  BY_OPERATOR: ", by those who run the service",
};

/** Tells somebody that the password of their account is another. */
export function passwordChangedMail(given: PasswordChangedMail): RenderedMail {
  const { name, at, how, forgottenUrl } = given;
  const signedOut = how === "BY_MEMBER" ? "You are signed out everywhere else." : "You are signed out everywhere.";
  return renderMail({
    subject: "Your password was changed",
    preheader: `At ${shownTime(at)}. ${signedOut}`,
    title: "Your password was changed",
    blocks: [
      {
        kind: "paragraph",
        text: `${name}, the password of your account was changed at ${shownTime(at)}${ways[how]}. ${signedOut}`,
      },
      notYou("choose another password at once, and tell an administrator of your organisation."),
      { kind: "link", text: "Choose a new password", url: forgottenUrl },
    ],
    reason: memberBecause(given),
  });
}
