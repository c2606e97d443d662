export { changePassword, readAccount, requireAttempt, updateAccount } from "@/lib/members/account";
export {
  acceptInvitation,
  inspectInvitation,
  inviteMember,
  inviteWithLink,
  renewInvitation,
} from "@/lib/members/invitations";
export { findMemberForSignIn, type SignInMember } from "@/lib/members/member";
export {
  addMember,
  findActiveMembers,
  getMember,
  listMembers,
  pruneMembers,
  setMemberPassword,
  updateMember,
} from "@/lib/members/members";
export { provisionOpenIdMember } from "@/lib/members/openid-member";
export { completePasswordReset, requestPasswordReset } from "@/lib/members/password-resets";
export { verifyPassword } from "@/lib/members/passwords";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  reencryptSecondFactors,
  resetSecondFactor,
  takeSecondFactor,
} from "@/lib/members/second-factor";
export {
  type FoundSession,
  findSession,
  listSessions,
  revokeSession,
  signOutMember,
  startSession,
} from "@/lib/members/sessions";
export { noteSessionSeen } from "@/lib/members/sessions-store";
export { findAdministratorAddresses, findMemberAddresses, findSignInMembers } from "@/lib/members/store";
