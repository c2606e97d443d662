import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { endImport, findSilentImports } from "@/lib/shadow-ai/imports/source-store";
import { askForAnalysis } from "@/lib/shadow-ai/uses/ask-for-analysis";
import { findOrganisationsBehind } from "@/lib/shadow-ai/uses/use-store";

/** An import says that it is alive every 20 s. */
const silentMs = 5 * 60_000;
/** How long a use that changed may wait to be looked at before it is asked for again. */
const behindMs = 5 * 60_000;
const rowsMax = 500;

const stopped = "The import was stopped before its end. Send the log again: what has counted does not count twice.";

/** Ends imports whose process was stopped. Answers how many. */
export async function sweepImports(clock: Clock): Promise<number> {
  const now = new Date(clock.now());
  const silent = await findSilentImports(new Date(now.getTime() - silentMs), rowsMax);
  for (const key of silent) {
    const end = { failureReason: stopped, digest: null, now };
    await inTransaction(undefined, (tx) => endImport(tx, key, undefined, end));
  }
  return silent.length;
}

/** Asks again for what changed and was not looked at: a job that was lost is made good. Answers for how many organisations. */
export async function sweepChangedUses(clock: Clock): Promise<number> {
  const behind = await findOrganisationsBehind(new Date(clock.now() - behindMs), rowsMax);
  for (const organisationId of behind) {
    await inTransaction(undefined, (tx) => askForAnalysis(tx, organisationId));
  }
  return behind.length;
}
