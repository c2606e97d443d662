import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { lockOwnAccount } from "@/lib/members/account/own-account";
import type { SecondFactorSetup } from "@/lib/members/schemas";
import { generateTotpSecret, otpauthUrl, sealTotpSecret } from "@/lib/members/second-factor/totp";
import { changeMember } from "@/lib/members/store";

/**
 * Makes a secret for one's authenticator app. It is asked for when signing in from when it was confirmed with a code; to
 * begin again makes another one. Throws `conflict` where the second factor is on.
 */
export async function beginSecondFactor(ctx: Context): Promise<SecondFactorSetup> {
  const secret = generateTotpSecret();
  return inTransaction(ctx.tx, async (tx) => {
    const { id, organisationId, email, totpEnabledAt } = await lockOwnAccount(ctx, tx);
    if (totpEnabledAt !== null) {
      throw new ServiceError("conflict", "Your second factor is on. Turn it off before you set it up anew.");
    }
    const totpSecret = sealTotpSecret(secret, { organisationId, memberId: id });
    await changeMember(tx, organisationId, id, { totpSecret, totpLastStep: null });
    return { secret, otpauthUrl: otpauthUrl(secret, email) };
  });
}
