import { randomBytes } from "node:crypto";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { keyedHash } from "@/lib/members/keyed-hash";
import { insertToken, type TokenKind } from "@/lib/members/tokens/tokens-store";

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
export function hashToken(kind: TokenKind, token: string): string {
  return keyedHash("member-tokens", `${kind}/${token}`);
}
