import type { Clock } from "@/lib/clock";
import { deleteSessions } from "@/lib/members/sessions/sessions-store";
import { deleteTokens } from "@/lib/members/tokens/tokens-store";

const keptMs = 30 * 24 * 60 * 60_000;

/** Deletes sessions and mailed tokens that ended a month ago: what they changed stands on the chain. */
export async function pruneMembers(clock: Clock): Promise<{ sessions: number; tokens: number }> {
  const before = new Date(clock.now() - keptMs);
  return { sessions: await deleteSessions(before), tokens: await deleteTokens(before) };
}
