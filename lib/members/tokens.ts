import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { type MemberState, memberState } from "@/lib/members/member";
import { findToken, insertToken, type TokenKind } from "@/lib/members/sessions-store";
import { findMember, type StoredMember } from "@/lib/members/store";
import { type KeyPurpose, purposeKey } from "@/lib/secrets";

const tokenBytes = 32;
const hourMs = 60 * 60_000;

/** How long the link of a mail works. */
const lifetimesMs: Record<TokenKind, number> = { INVITATION: 7 * 24 * hourMs, PASSWORD_RESET: hourMs };

/** Makes a token of 256 random bits and stores its hash: the token itself is in the caller's hands alone. */
export async function issueToken(
  tx: Transaction,
  member: { id: string; organisationId: string },
  kind: TokenKind,
  nowMs: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const expiresAt = new Date(nowMs + lifetimesMs[kind]);
  await insertToken(tx, {
    id: newId("memberToken", nowMs),
    organisationId: member.organisationId,
    memberId: member.id,
    kind,
    tokenHash: hashToken(kind, token),
    createdAt: new Date(nowMs),
    expiresAt,
  });
  return { token, expiresAt };
}

/** What is stored of a token: of one kind it is another than of the other. */
function hashToken(kind: TokenKind, token: string): string {
  return keyedHash("member-tokens", `${kind}/${token}`);
}

/** A token that is good, with the member it was sent to. */
interface ReadToken {
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

/** What is stored of a text that its holder alone may know: HMAC-SHA-256 under the server's key for the purpose, hexadecimal. */
export function keyedHash(purpose: Extract<KeyPurpose, "member-tokens" | "recovery-codes">, text: string): string {
  return createHmac("sha256", purposeKey(purpose)).update(text).digest("hex");
}
