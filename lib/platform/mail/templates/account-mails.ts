import { type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import {
  because,
  facts,
  type Notice,
  organisationFact,
  pageLink,
  shownTime,
} from "@/lib/platform/mail/templates/parts";

interface AccountMail extends Pick<Notice, "organisation"> {
  /** The recipient. */
  name: string;
}

function asMember({ organisation }: AccountMail): string {
  return because(`you are a member of ${organisation.name} in the Governance Audit Service`);
}

interface MemberInvitedMail extends AccountMail {
  /** Null if a program sent the invitation. */
  invitedBy: string | null;
  role: string;
  /** With the token in the fragment. */
  invitationUrl: string;
  expiresAt: Date;
}

export function memberInvitedMail(given: MemberInvitedMail): RenderedMail {
  const { organisation, name, invitedBy, role, invitationUrl, expiresAt } = given;
  const invited = invitedBy === null ? "you have been invited" : `${invitedBy} has invited you`;
  const expiry = shownTime(expiresAt);
  return renderMail({
    subject: `Your invitation to ${organisation.name}`,
    preheader: `Join the Governance Audit Service. The link is valid until ${expiry}.`,
    title: `You are invited to join ${organisation.name}`,
    blocks: [
      `${name}, ${invited} to join ${organisation.name} in the Governance Audit Service.`,
      facts(["Organisation", organisation.name], ["Role", role], ["Link valid until", expiry]),
      pageLink("Accept the invitation", invitationUrl),
      "This link is only for you and works once. Do not forward this e-mail.",
    ],
    reason: `${because(`someone at ${organisation.name} invited you`)} If you did not expect an invitation, ignore this e-mail.`,
  });
}

/** `resetUrl` has the token in its fragment. */
export function passwordResetMail(given: AccountMail & { resetUrl: string; expiresAt: Date }): RenderedMail {
  const expiry = shownTime(given.expiresAt);
  return renderMail({
    subject: "Reset your password",
    preheader: `The link is valid until ${expiry}. Your current password works until you choose a new one.`,
    blocks: [
      `${given.name}, a password reset was requested for your account.`,
      pageLink("Choose a new password", given.resetUrl),
      `You can use the link once, until ${expiry}. Choosing a new password signs you out everywhere. Two-factor authentication is not affected.`,
      "If you did not request a password reset, ignore this e-mail, and your password will not change. Do not forward this e-mail.",
    ],
    reason: asMember(given),
  });
}

interface PasswordChangedMail extends AccountMail {
  at: Date;
  how: "BY_MEMBER" | "BY_RESET" | "BY_OPERATOR";
  /** The page that requests a password reset. */
  forgottenUrl: string;
}

const passwordChanges: Record<PasswordChangedMail["how"], string> = {
  BY_MEMBER: "",
  BY_RESET: " with a password reset link",
  BY_OPERATOR: " by the service operator",
};

export function passwordChangedMail(given: PasswordChangedMail): RenderedMail {
  const { name, at, how, forgottenUrl } = given;
  const signedOut = `You have been signed out ${how === "BY_MEMBER" ? "of all other sessions" : "everywhere"}.`;
  return renderMail({
    subject: "Your password was changed",
    preheader: `Changed at ${shownTime(at)}. ${signedOut}`,
    blocks: [
      `${name}, your password was changed${passwordChanges[how]} at ${shownTime(at)}. ${signedOut}`,
      "If you did not expect this change, reset your password immediately and contact an administrator of your organisation.",
      pageLink("Reset your password", forgottenUrl),
    ],
    reason: asMember(given),
  });
}

export type SecondFactorChange =
  | { change: "ENABLED" | "DISABLED" | "RESET" }
  | { change: "RECOVERY_CODE_USED"; codesLeft: number };

const secondFactorChanges: Record<SecondFactorChange["change"], [title: string, text: string]> = {
  ENABLED: ["Two-factor authentication was enabled", "Signing in now requires a code from your authenticator app."],
  DISABLED: [
    "Two-factor authentication was disabled",
    "Signing in no longer requires a code. Your recovery codes no longer work.",
  ],
  RESET: [
    "Your two-factor authentication was reset",
    "An administrator reset your 2FA, and you were signed out everywhere. Sign in with your password and set up 2FA again.",
  ],
  RECOVERY_CODE_USED: ["A recovery code was used", "The code was used to sign in or to change your 2FA settings."],
};

type SecondFactorChangedMail = AccountMail & SecondFactorChange & { at: Date; accountUrl: string };

export function secondFactorChangedMail(given: SecondFactorChangedMail): RenderedMail {
  const { name, change, at, accountUrl } = given;
  const [subject, text] = secondFactorChanges[change];
  const changed = change === "RECOVERY_CODE_USED" ? `${text} ${codesLeftText(given.codesLeft)}` : text;
  return renderMail({
    subject,
    preheader: `${changed} Time: ${shownTime(at)}.`,
    blocks: [
      `${name}, ${subject.charAt(0).toLowerCase()}${subject.slice(1)} at ${shownTime(at)}. ${changed}`,
      "If you did not expect this, change your password immediately and contact an administrator of your organisation.",
      pageLink("Review your account", accountUrl),
    ],
    reason: asMember(given),
  });
}

function codesLeftText(left: number): string {
  if (left === 0) return "No codes are left. To get new ones, disable 2FA and set it up again.";
  return left === 1 ? "1 code is left." : `${left} codes are left.`;
}

interface AccountChangedMail extends Pick<Notice, "organisation"> {
  account: { name: string; email: string };
  /** `role changed from analyst to approver`. */
  change: string;
  /** Null for the operator's command line, the identity provider and the service itself. */
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
      facts(
        ["Member", `${account.name} (${account.email})`],
        ["Change", change],
        ["Changed by", changedBy ?? "The service operator or the identity provider"],
        ["Time", shownTime(at)],
        organisationFact(organisation),
      ),
      "If you did not expect this change, contact the person who made it. If you cannot confirm the change, disable the account and review recent exceptions.",
      pageLink("Review members", membersUrl),
    ],
    reason: because(`you are an administrator of ${organisation.name} in the Governance Audit Service`),
  });
}
