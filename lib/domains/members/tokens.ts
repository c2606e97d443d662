import { createHmac, randomBytes } from "node:crypto";
import { type MemberState, memberState } from "@/lib/domains/members/member";
import { findToken, insertToken, type TokenKind } from "@/lib/domains/members/sessions-store";
import { findMember, type StoredMember } from "@/lib/domains/members/store";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { type KeyPurpose, purposeKey } from "@/lib/platform/crypto/secrets";
import type { Transaction } from "@/lib/platform/database/db";

const tokenBytes = 32;
const hourMs = 60 * 60_000;

const lifetimesMs: Record<TokenKind, number> = { INVITATION: 7 * 24 * hourMs, PASSWORD_RESET: hourMs };

/** Creates a token of 256 random bits and stores only its hash. */
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

/** The stored form of a token; the kind is part of the hash. */
function hashToken(kind: TokenKind, token: string): string {
  return keyedHash("member-tokens", `${kind}/${token}`);
}

interface ReadToken {
  token: { id: string; organisationId: string; expiresAt: Date };
  member: StoredMember;
}

/** The state that a member must have to use a token. */
const usableIn: Record<TokenKind, MemberState> = { INVITATION: "INVITED", PASSWORD_RESET: "ACTIVE" };

/** The valid token of a text. Throws the same `not_found` for a token that is unknown, used, expired or replaced. */
export async function readToken(kind: TokenKind, text: string, nowMs: number): Promise<ReadToken> {
  const token = await findToken(hashToken(kind, text), kind, new Date(nowMs));
  const member = token && (await findMember(token.organisationId, token.memberId));
  if (!token || !member || !isUsable(kind, member, nowMs)) throw badToken(kind);
  return { token, member };
}

export function isUsable(kind: TokenKind, member: StoredMember, nowMs: number): boolean {
  return memberState(member, nowMs) === usableIn[kind];
}

const messages: Record<TokenKind, string> = {
  INVITATION: "This invitation is no longer valid: it was used, has expired or was replaced by a newer one.",
  PASSWORD_RESET: "This link is no longer valid: it was used, has expired, or your password has changed since.",
};

export function badToken(kind: TokenKind): ServiceError {
  return new ServiceError("not_found", messages[kind]);
}

/** HMAC-SHA-256 of a secret text under the server's key for the purpose, hexadecimal. */
export function keyedHash(purpose: Extract<KeyPurpose, "member-tokens" | "recovery-codes">, text: string): string {
  return createHmac("sha256", purposeKey(purpose)).update(text).digest("hex");
}
