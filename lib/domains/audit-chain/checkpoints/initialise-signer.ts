import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { signerInitialisedKind } from "@/lib/domains/audit-chain/append/prepare";
import { continueCopiesAt } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import { stateOf } from "@/lib/domains/audit-chain/checkpoints/refusal";
import {
  initialise,
  isInitialised,
  type MemoryProblem,
  overwrite,
  recall,
  type SignedState,
  signerStateLocation,
} from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { hasNoChain, latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { listChains } from "@/lib/domains/audit-chain/verification/runs-store";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import type { Actor } from "@/lib/platform/core/context";
import { inTransaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/**
 * Initialises the signer's state if there is no chain yet. If there are chains, an attacker may have deleted the state,
 * so only an operator can initialise it. @returns whether it is initialised.
 */
export async function initialiseNewSigner(clock: Clock): Promise<boolean> {
  if (await isInitialised()) return true;
  // Read last: if a chain was created while the storage did not respond, only an operator can initialise the state.
  if (await hasNoChain()) {
    await initialise([], clock);
    return true;
  }
  log().error(
    { location: signerStateLocation() },
    "signer state is missing although the database has chains: no checkpoints are signed until an operator runs `npm run checkpoints:initialise`",
  );
  return false;
}

interface InitialiseSigner {
  /** Why the state in the database is accepted. Recorded on each chain. */
  reason: string;
  /** The chain whose state is replaced. By default every chain, if the state is not initialised. */
  organisationId?: string | undefined;
  /** Accept a chain even if its verification has findings. */
  acceptFindings?: boolean;
}

/** The outcome for one chain. `not_verified`: unchanged, because its verification has findings. */
export interface InitialisedChain {
  organisationId: string;
  outcome: "initialised" | "not_verified";
  findings: number;
  previous: SignedState | MemoryProblem | null;
  /** The last stored checkpoint, which the signer continues from. */
  accepted: SignedState | null;
}

/**
 * Accepts chains as stored in the database, on an operator's responsibility: each is verified, and an event records the
 * replacement and the reason. Idempotent. @throws Error if the state is initialised and no organisation is named.
 */
export async function initialiseSigner(input: InitialiseSigner, clock: Clock): Promise<InitialisedChain[]> {
  const { organisationId } = input;
  const chains = await listChains();
  if (organisationId === undefined && (await isInitialised())) {
    throw new Error(
      "The signer's state is already initialised. To replace the state of one chain, name its organisation.",
    );
  }
  if (organisationId !== undefined && !chains.includes(organisationId)) {
    throw new Error(`Organisation ${organisationId} not found.`);
  }
  const results: InitialisedChain[] = [];
  for (const id of organisationId === undefined ? chains : [organisationId]) {
    results.push(await initialiseChain(id, input, clock));
  }
  // Last, so that an interrupted run can be repeated. From here on, a chain that was not accepted counts as missing its record.
  await initialise(chains, clock);
  return results;
}

async function initialiseChain(
  organisationId: string,
  { reason, acceptFindings = false }: InitialiseSigner,
  clock: Clock,
): Promise<InitialisedChain> {
  const memory = await recall(organisationId);
  const previous = typeof memory === "string" ? memory : memory.signed;
  const { findingsTotal: findings } = await verifyStoredChain(
    { organisationId },
    { held: [], databaseUrl: env().DATABASE_URL },
  );
  const last = await latestCheckpoint(organisationId);
  const accepted = last ? stateOf(last) : null;
  if (findings > 0 && !acceptFindings) {
    return { organisationId, outcome: "not_verified", findings, previous, accepted };
  }
  const event = { kind: signerInitialisedKind, reason, previous, accepted, findings };
  const ctx = { organisation: { id: organisationId }, actor: operator, clock };
  await inTransaction(undefined, (tx) =>
    appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", severity: "HIGH", payload: event }]),
  );
  await overwrite(organisationId, accepted, clock);
  if (last) await continueCopiesAt(last);
  log().warn({ organisationId, reason, previous, accepted, findings }, "an operator initialised the signer's state");
  return { organisationId, outcome: "initialised", findings, previous, accepted };
}

const operator: Actor = { kind: "system", id: "operator" };
