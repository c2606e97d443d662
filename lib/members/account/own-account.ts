import type { Clock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { notFound, validationFailed } from "@/lib/errors";
import { verifyPassword } from "@/lib/members/passwords/hash-password";
import { requireAttempt } from "@/lib/members/require-attempt";
import { signedInMember } from "@/lib/members/signed-in-member";
import { findMember, lockMember, type StoredMember } from "@/lib/members/store";

/** The row of whoever is signed in. */
export async function ownAccount(ctx: Pick<Context, "actor" | "organisation">): Promise<StoredMember> {
  const member = await findMember(ctx.organisation.id, signedInMember(ctx).id);
  if (!member) throw notFound("member");
  return member;
}

/** The same, held until the transaction ends. */
export async function lockOwnAccount(
  ctx: Pick<Context, "actor" | "organisation">,
  tx: Transaction,
): Promise<StoredMember> {
  const member = await lockMember(tx, ctx.organisation.id, signedInMember(ctx).id);
  if (!member) throw notFound("member");
  return member;
}

/**
 * Asks who is signed in for their password once more, where they have one: whoever found a screen unlocked may try ten in
 * ten minutes. Throws `validation_failed` at `path`, `rate_limited`.
 */
export async function requireOwnPassword(
  { id, passwordHash }: StoredMember,
  password: string | undefined,
  { path, clock }: { path: string; clock: Clock },
): Promise<void> {
  if (passwordHash === null) return;
  if (password === undefined) throw validationFailed([{ path, message: "is required" }]);
  await requireAttempt("own-password", id, clock);
  if (!(await verifyPassword(passwordHash, password))) {
    throw validationFailed([{ path, message: "is not your password" }]);
  }
}
