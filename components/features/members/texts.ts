import { countText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  inviteMember: "Invite member",
  linkFromOperator: "The operator of the service can look up invitation links for you.",
};

export const memberActions = {
  edit: "Edit…",
  resendInvitation: "Resend invitation",
  signOutEverywhere: "Sign out everywhere",
  resetTwoFactor: "Reset 2FA…",
  disable: "Disable…",
};

export const memberDialogs = {
  updated: (name: string) => `${name} updated.`,
  editNamed: (name: string) => `Edit ${name}`,
  invite: "Invite",
  changesNotSaved: "Changes not saved",
  memberNotInvited: "Member not invited",
  lastDayAccess: { label: "Last day of access", description: "Leave empty for no end date" },
};

export const memberList = {
  twoFactor: "2FA",
  on: "On",
  off: "Off",
  offNote: (count: number, areAll: boolean) => {
    const listed = areAll ? "" : "listed ";
    return count === 1
      ? `2FA is off for 1 ${listed}member who can make decisions or change settings.`
      : `2FA is off for ${countText(count)} ${listed}members who can make decisions or change settings.`;
  },
  signInMethods: "Sign-in methods",
  accessEnds: "Access ends",
  lastSignIn: "Last sign-in",
  members: "Members",
  nameOrAddress: "Name or e-mail address",
  searchByNameOrAddress: "Search by name or e-mail address",
  pageDescription: "Manage who can sign in and what roles they have. Every change is recorded on the audit chain.",
  noMembersYet: "No members yet",
  disabled: (name: string) => `${name} disabled.`,
  enabled: (name: string) => `${name} enabled.`,
  disableBody:
    "This member will be signed out everywhere and will no longer be able to sign in. You can enable them again at any time.",
  disableQuestion: (name: string) => `Disable ${name}?`,
  resetBody:
    "Until this member sets up 2FA again, they will sign in with only their password. Before you continue, verify the identity of the person who requested the reset.",
  resetTwoFactor: "Reset 2FA",
  resetTwoFactorQuestion: (name: string) => `Reset two-factor authentication for ${name}?`,
  twoFactorAuthentication: (name: string) => `Two-factor authentication reset for ${name}.`,
  actionsForName: (name: string) => `Actions for ${name}`,
  signedOut: (name: string) => `${name} was signed out of all sessions.`,
};
