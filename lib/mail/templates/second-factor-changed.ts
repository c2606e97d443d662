import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { type AccountMail, memberBecause, notYou } from "@/lib/mail/templates/account";
import { shownTime } from "@/lib/mail/templates/endpoint";

/** What became of somebody's second factor. */
export type SecondFactorChange =
  | { change: "ENABLED" | "DISABLED" | "RESET" }
  | { change: "RECOVERY_CODE_USED"; codesLeft: number };

export type SecondFactorChangedMail = AccountMail & SecondFactorChange & { at: Date; accountUrl: string };

/** Tells somebody that how they are asked for a second factor has changed, or that a recovery code was used. */
export function secondFactorChangedMail(given: SecondFactorChangedMail): RenderedMail {
  const { name, at, accountUrl } = given;
  const { title, text } = inWords(given);
  return renderMail({
    subject: title,
    preheader: `At ${shownTime(at)}. ${text}`,
    title,
    blocks: [
      { kind: "paragraph", text: `${name}, at ${shownTime(at)} this happened to your account. ${text}` },
      notYou("change your password at once, and tell an administrator of your organisation."),
      { kind: "link", text: "Look at your account", url: accountUrl },
    ],
    reason: memberBecause(given),
  });
}

function inWords(given: SecondFactorChange): { title: string; text: string } {
  switch (given.change) {
    case "ENABLED":
      return {
        title: "Your second factor was turned on",
        text: "From now on signing in asks for a code of your authenticator app.",
      };
    case "DISABLED":
      return {
        title: "Your second factor was turned off",
        text: "Signing in asks for no code any more. Your recovery codes have become useless.",
      };
    case "RESET":
      return {
        title: "An administrator took away your second factor",
        text: "You are signed out everywhere. Sign in with your password, and set up a second factor anew.",
      };
    case "RECOVERY_CODE_USED":
      return {
        title: "A recovery code was used",
        text: `Somebody signed in, or changed your second factor, with a recovery code. ${codes(given.codesLeft)}`,
      };
  }
}

function codes(left: number): string {
  if (left === 0) return "None is left: turn the second factor off and on again to have new ones.";
  return left === 1 ? "One is left." : `${left} are left.`;
}
