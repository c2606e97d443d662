import { findTroubled, forgetWarnings, noteWarning } from "@/lib/audit-streams/delivery-store";
import { mailAdministrators } from "@/lib/audit-streams/mail-administrators";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";

/** A stream that lacks an event for longer than this is in trouble: it fails, or is too slow. */
const troubleMs = 30 * 60 * 1_000;
/** One that lacks nothing older than this is well again. */
const wellMs = 10 * 60 * 1_000;
const warnedMax = 100;

/**
 * Tells the administrators of streams that lack what was received half an hour ago, once, until they have caught up.
 * Answers how many are told of.
 */
export async function warnOfTrouble(clock: Clock): Promise<number> {
  await forgetWarnings(new Date(clock.now() - wellMs));
  const now = new Date(clock.now());
  const troubled = await findTroubled(new Date(clock.now() - troubleMs), warnedMax);
  let told = 0;
  for (const stream of troubled) {
    const organisation = await findOrganisation(stream.organisationId);
    if (!organisation) continue;
    await inTransaction(undefined, async (tx) => {
      if (!(await noteWarning(tx, stream, now))) return;
      await mailAdministrators(tx, organisation, { trouble: "behind", stream }, clock);
      told += 1;
    });
  }
  return told;
}
