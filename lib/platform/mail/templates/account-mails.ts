import { type Block, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { shownTime } from "@/lib/platform/mail/templates/endpoint-mails";

interface AccountMail {
  organisation: { id: string; name: string };
  name: string;
}

function notYou(text: string): Block {
  return { kind: "paragraph", text: `If this was not you: ${text}` };
}

function memberBecause({ organisation }: AccountMail): string {
  return `You receive this automatic message because you are a member of ${organisation.name} at the Governance Audit Service.`;
}

interface MemberInvitedMail extends AccountMail {
  /** Who invites; null where it was done by a program. */
  invitedBy: string | null;
  role: string;
  /** With the token behind `#`. */
  invitationUrl: string;
  expiresAt: Date;
}

export function memberInvitedMail(given: MemberInvitedMail): RenderedMail {
  const { organisation, name, invitedBy, role, invitationUrl, expiresAt } = given;
  const invited = invitedBy === null ? "You are invited" : `${invitedBy} invites you`;
  return renderMail({
    subject: `Your invitation to ${organisation.name}`,
    preheader: `${invited} to the Governance Audit Service. The link works until ${shownTime(expiresAt)}.`,
    title: `You are invited to ${organisation.name}`,
    blocks: [
      { kind: "paragraph", text: `${name}, ${invited.replace("You", "you")} to the Governance Audit Service.` },
      {
        kind: "facts",
        facts: [
          { name: "Organisation", value: organisation.name },
          { name: "Role", value: role },
          { name: "Works until", value: shownTime(expiresAt) },
        ],
      },
      { kind: "link", text: "Accept the invitation and choose a password", url: invitationUrl },
      { kind: "paragraph", text: "The link is for you alone and works once. Do not pass this message on." },
    ],
    reason: `You receive this automatic message because somebody at ${organisation.name} entered your address. If you do not expect it, leave it: nothing happens without you.`,
  });
}

interface PasswordResetMail extends AccountMail {
  /** With the token behind `#`. */
  resetUrl: string;
  expiresAt: Date;
}

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

interface PasswordChangedMail extends AccountMail {
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

export type SecondFactorChange =
  | { change: "ENABLED" | "DISABLED" | "RESET" }
  | { change: "RECOVERY_CODE_USED"; codesLeft: number };

type SecondFactorChangedMail = AccountMail & SecondFactorChange & { at: Date; accountUrl: string };

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

interface AccountChangedMail {
  organisation: { id: string; name: string };
  account: { name: string; email: string };
  /** What was changed: `role changed from analyst to approver`. */
  change: string;
  /** Null for the operator's command line, the identity provider or the service itself. */
  changedBy: string | null;
  at: Date;
  membersUrl: string;
}

/** Notifies administrators that another member's rights or credentials were changed. */
export function accountChangedMail(given: AccountChangedMail): RenderedMail {
  const { organisation, account, change, changedBy, at, membersUrl } = given;
  return renderMail({
    subject: `Account change: ${account.email}`,
    preheader: `${account.name}: ${change}.`,
    title: `An account in ${organisation.name} was changed`,
    blocks: [
      {
        kind: "facts",
        facts: [
          { name: "Member", value: `${account.name} (${account.email})` },
          { name: "Change", value: change },
          { name: "Changed by", value: changedBy ?? "The service operator or the identity provider" },
          { name: "Time", value: shownTime(at) },
          { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
        ],
      },
      {
        kind: "paragraph",
        text: "If you did not expect this change, contact the person who made it. If you cannot confirm the change, disable the account and review recent exceptions.",
      },
      { kind: "link", text: "Review members", url: membersUrl },
    ],
    reason: `You receive this automatic message because you are an administrator of ${organisation.name} at the Governance Audit Service.`,
  });
}
