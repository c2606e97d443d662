import type { MadeChange } from "@/lib/credentials";
import type { MemberEvent } from "@/lib/members/record-member-event";

/** What an event about a member means for their credentials and rights; empty where it means nothing. */
export function credentialChangesOf(event: MemberEvent): MadeChange[] {
  const { memberId: accountId } = event;
  switch (event.kind) {
    case "MEMBER_INVITED":
      return [{ kind: "MEMBER_CREATED", accountId, role: event.role }];
    case "MEMBER_JOINED":
      return [{ kind: "MEMBER_JOINED", accountId, role: event.role }];
    case "MEMBER_CHANGED":
    case "MEMBER_DISABLED":
    case "MEMBER_ENABLED":
      return standingChanges(event);
    case "MEMBER_INVITATION_RENEWED":
      return [{ kind: "INVITATION_RENEWED", accountId }];
    case "MEMBER_LINKED_TO_OPENID":
      return [{ kind: "OPENID_LINKED", accountId }];
    case "MEMBER_PASSWORD_CHANGED":
      return [{ kind: "PASSWORD_CHANGED", accountId }];
    case "MEMBER_PASSWORD_RESET_REQUESTED":
      return [{ kind: "PASSWORD_RESET_REQUESTED", accountId }];
    case "MEMBER_SECOND_FACTOR_ENABLED":
      return [{ kind: "SECOND_FACTOR_ENABLED", accountId }];
    case "MEMBER_SECOND_FACTOR_DISABLED":
      return [{ kind: "SECOND_FACTOR_DISABLED", accountId }];
    case "MEMBER_SECOND_FACTOR_RESET":
      return [{ kind: "SECOND_FACTOR_RESET", accountId }];
    case "MEMBER_RECOVERY_CODE_USED":
      return [{ kind: "RECOVERY_CODE_USED", accountId }];
    case "MEMBER_SIGNED_OUT":
      return [];
  }
}

type StandingEvent = Extract<MemberEvent, { before: unknown }>;

function standingChanges({ memberId: accountId, before, after }: StandingEvent): MadeChange[] {
  const isLonger = after.accessExpiresAt === null || after.accessExpiresAt > (before.accessExpiresAt ?? "9999");
  const { role } = after;
  return [
    ...(before.role === role ? [] : [{ kind: "ROLE_CHANGED" as const, accountId, role, previousRole: before.role }]),
    ...(!before.disabled && after.disabled ? [{ kind: "ACCESS_REMOVED" as const, accountId, role: before.role }] : []),
    ...((before.disabled && !after.disabled) || (before.accessExpiresAt !== after.accessExpiresAt && isLonger)
      ? [{ kind: "ACCESS_RESTORED" as const, accountId, role }]
      : []),
  ];
}
