import { ServiceError } from "@/lib/errors";
import { type MemberState, memberState } from "@/lib/members/member-state";
import { findMember, type StoredMember } from "@/lib/members/store";
import { hashToken } from "@/lib/members/tokens/mailed-token";
import { findToken, type TokenKind } from "@/lib/members/tokens/tokens-store";

/** A token that is good, with the member it was sent to. */
export interface ReadToken {
  token: { id: string; organisationId: string; expiresAt: Date };
  member: StoredMember;
}

/** In which state a member may use a token of a kind. */
const usableIn: Record<TokenKind, MemberState> = { INVITATION: "INVITED", PASSWORD_RESET: "ACTIVE" };

/** What a token stands for now. Throws `not_found`, the same for one that never was, was used, has ended or was replaced. */
export async function readToken(kind: TokenKind, text: string, nowMs: number): Promise<ReadToken> {
  const token = await findToken(hashToken(kind, text), kind, new Date(nowMs));
  const member = token && (await findMember(token.organisationId, token.memberId));
  if (!token || !member || !isUsable(kind, member, nowMs)) throw badToken(kind);
  return { token, member };
}

export function isUsable(kind: TokenKind, member: StoredMember, nowMs: number): boolean {
  return memberState(member, nowMs) === usableIn[kind];
}

const what: Record<TokenKind, string> = {
  INVITATION: "This invitation is not valid any more: it was used, has expired, or was replaced by a newer one.",
  PASSWORD_RESET: "This link is not valid any more: it was used, has expired, or the password was changed since.",
};

export function badToken(kind: TokenKind): ServiceError {
  return new ServiceError("not_found", what[kind]);
}
