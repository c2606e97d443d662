import type { Role } from "@/lib/platform/core/roles";

/** Changes of the credentials or rights of a member or API key. */
const credentialChangeTexts = {
  MEMBER_CREATED: "added",
  INVITATION_RENEWED: "invitation resent",
  MEMBER_JOINED: "joined",
  ROLE_CHANGED: "role changed",
  ACCESS_REMOVED: "access removed",
  ACCESS_RESTORED: "access restored",
  PASSWORD_RESET_REQUESTED: "password reset requested",
  PASSWORD_CHANGED: "password changed",
  SECOND_FACTOR_ENABLED: "two-factor authentication enabled",
  SECOND_FACTOR_DISABLED: "two-factor authentication disabled",
  SECOND_FACTOR_RESET: "two-factor authentication reset",
  RECOVERY_CODE_USED: "recovery code used",
  OPENID_LINKED: "linked to an OpenID account",
  API_KEY_CREATED: "API key created",
} as const;

export type CredentialChangeKind = keyof typeof credentialChangeTexts;

export const credentialChangeKinds = Object.keys(credentialChangeTexts) as [
  CredentialChangeKind,
  ...CredentialChangeKind[],
];

export const dependenceDays = 30;

/** Kinds that administrators are notified of: for any role, and for deciding roles only. */
export const notableKinds: readonly CredentialChangeKind[] = [
  "ROLE_CHANGED",
  "PASSWORD_RESET_REQUESTED",
  "SECOND_FACTOR_RESET",
];
export const notableKindsOfDeciders: readonly CredentialChangeKind[] = [
  "MEMBER_CREATED",
  "MEMBER_JOINED",
  "ACCESS_REMOVED",
  "ACCESS_RESTORED",
];
export const decidingRoles: readonly Role[] = ["APPROVER", "ADMIN"];

interface DescribedChange {
  kind: CredentialChangeKind;
  role: Role | null;
  previousRole: Role | null;
  changedBy: string | null;
}

/** `role changed from analyst to approver by ada@example.com`. */
export function describeChange({ kind, role, previousRole, changedBy }: DescribedChange): string {
  const from = previousRole === null ? "" : ` from ${roleText(previousRole)}`;
  const to = role === null ? "" : ` ${previousRole === null ? "as" : "to"} ${roleText(role)}`;
  return `${credentialChangeTexts[kind]}${from}${to}${changedBy === null ? "" : ` by ${changedBy}`}`;
}

function roleText(role: Role): string {
  return role === "ADMIN" ? "administrator" : role.toLowerCase().replace("_", " ");
}
