import { prisma, type Transaction } from "@/lib/db";
import type { MemberToken } from "@/lib/generated/prisma/client";

export type TokenKind = "INVITATION" | "PASSWORD_RESET";

export interface NewToken {
  id: string;
  organisationId: string;
  memberId: string;
  kind: TokenKind;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertToken(tx: Transaction, token: NewToken): Promise<void> {
  await tx.memberToken.create({ data: token });
}

/** A token that is still good; its hash is what tells the organisation. */
export async function findToken(tokenHash: string, kind: TokenKind, now: Date): Promise<MemberToken | null> {
  return prisma().memberToken.findFirst({ where: { tokenHash, kind, usedAt: null, expiresAt: { gt: now } } });
}

/** Takes a token that is still good, once: of two who come at once, one has it, the other null. */
export async function takeToken(
  tx: Transaction,
  { organisationId, id }: Pick<MemberToken, "organisationId" | "id">,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.memberToken.updateMany({
    where: { organisationId, id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

interface TokensOf {
  organisationId: string;
  memberId: string;
  kind: TokenKind;
}

/** Ends all tokens of a kind that a member could still use. */
export async function voidTokens(tx: Transaction, of: TokensOf, now: Date): Promise<void> {
  await tx.memberToken.updateMany({ where: { ...of, usedAt: null }, data: { usedAt: now } });
}

export async function countTokensSince(tx: Transaction, of: TokensOf, since: Date): Promise<number> {
  return tx.memberToken.count({ where: { ...of, createdAt: { gt: since } } });
}

/** Deletes tokens of all organisations that were of no more use before a point in time. */
export async function deleteTokens(before: Date): Promise<number> {
  const { count } = await prisma().memberToken.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { usedAt: { lt: before } }] },
  });
  return count;
}
