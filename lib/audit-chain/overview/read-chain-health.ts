import { readStoredHealth, type StoredChainHealth } from "@/lib/audit-chain/overview/store";
import { placeOf } from "@/lib/audit-chain/store";

/** Every chain is verified each night: what is older was left out once. */
const verifiedWithinMs = 26 * 3_600_000;

export type ChainState = "INTACT" | "BROKEN" | "NOT_CHECKED" | "UNABLE";

/** Whether a chain is intact, as far as that is known. */
export interface ChainHealth {
  state: ChainState;
  /** The last position that a verification which passed has reached; null where none has. */
  verifiedTo: number | null;
  verifiedAt: string | null;
  openFindings: number;
  /** `eventId` is null where there is no event. */
  firstBreak: { eventId: string | null; chainPosition: number; code: string } | null;
  lastCheckpointAt: string | null;
}

/**
 * What verifications of the whole chain, and whatever else looked at it, have come to: BROKEN where there is a finding;
 * INTACT where the last verification passed; UNABLE where that one never came to an end, or is older than a night should
 * leave it; NOT_CHECKED where there was none. Nothing is verified here.
 */
export async function readChainHealth(organisationId: string, nowMs: number): Promise<ChainHealth> {
  const stored = await readStoredHealth(organisationId);
  const { findings, firstFinding, lastPassed, lastCheckpointAt } = stored;
  return {
    state: stateOf(stored, nowMs),
    verifiedTo: lastPassed?.verifiedTo ?? null,
    verifiedAt: lastPassed?.finishedAt.toISOString() ?? null,
    openFindings: findings,
    firstBreak: firstFinding ? breakOf(firstFinding) : null,
    lastCheckpointAt: lastCheckpointAt?.toISOString() ?? null,
  };
}

function stateOf({ findings, lastRun }: StoredChainHealth, nowMs: number): ChainState {
  if (findings > 0) return "BROKEN";
  if (!lastRun) return "NOT_CHECKED";
  const isRecent = nowMs - lastRun.finishedAt.getTime() <= verifiedWithinMs;
  return lastRun.status === "ok" && isRecent ? "INTACT" : "UNABLE";
}

function breakOf({ eventId, chainPosition, code }: NonNullable<StoredChainHealth["firstFinding"]>) {
  return { eventId: eventId === placeOf(chainPosition) ? null : eventId, chainPosition, code };
}
