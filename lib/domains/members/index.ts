export { changePassword, readAccount, requireAttempt, updateAccount } from "@/lib/domains/members/account";
export { requireMember, withAssignees, withMembership } from "@/lib/domains/members/assignees";
export {
  acceptInvitation,
  inspectInvitation,
  inviteMember,
  inviteWithLink,
  renewInvitation,
} from "@/lib/domains/members/invitations";
export { findMemberForSignIn, type SignInMember } from "@/lib/domains/members/member";
export {
  addMember,
  findActiveMembers,
  getMember,
  listMembers,
  pruneMembers,
  setMemberPassword,
  updateMember,
} from "@/lib/domains/members/members";
export { provisionOpenIdMember } from "@/lib/domains/members/openid-member";
export { completePasswordReset, requestPasswordReset } from "@/lib/domains/members/password-resets";
export { verifyPassword } from "@/lib/domains/members/passwords";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  reencryptSecondFactors,
  resetSecondFactor,
  takeSecondFactor,
} from "@/lib/domains/members/second-factor";
export {
  type FoundSession,
  findPreviousVisit,
  findSession,
  listSessions,
  revokeSession,
  signOutMember,
  startSession,
} from "@/lib/domains/members/sessions";
export { noteSessionSeen } from "@/lib/domains/members/sessions-store";
export {
  findAdministratorAddresses,
  findMemberNames,
  findMembersByIds,
  findRecipients,
  findSignInMembers,
  type MemberRecipient,
} from "@/lib/domains/members/store";
