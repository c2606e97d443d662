import {
  findChainEnd,
  findFirstReceipts,
  getAttestedCheckpoint,
  locateModelPeriod,
  QuorumMissing,
} from "@/lib/domains/audit-chain";
import { suppliedDocuments } from "@/lib/domains/evidence/documents/documents";
import type { CollectedFacts, StepInput } from "@/lib/domains/evidence/generation/work";
import { getModel } from "@/lib/domains/models";
import { findOrganisation } from "@/lib/domains/organisations";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";

const dayMs = 24 * 60 * 60 * 1000;

/** Header-only events that a package may carry for completeness; more would outweigh its content. */
const outsideMax = (inPeriod: number) => Math.max(10_000, 2 * inPeriod);

type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/**
 * Fixes everything that may change: the end of the chain, its checkpoint, the period's positions, model and
 * organisation.
 */
export async function collect({ generation, clock }: StepInput): Promise<CollectedFacts> {
  const { organisation: owner, modelId, framework, dateRange, includeChainProof } = generation;
  const organisation = await findOrganisation(owner.id);
  if (!organisation) throw new GenerationFailed("The organisation that owns the package no longer exists.");
  const model = await modelFacts(organisation, modelId, clock);
  const { checkpoint, withoutProof, attestations } = includeChainProof
    ? await signedState(organisation, clock, generation.createdAt)
    : proofLeftOut;
  const chainSize = checkpoint?.size ?? (await findChainEnd(owner.id));
  const { tally, thread, outside, range } = await locateModelPeriod(owner.id, modelId, dateRange, {
    size: chainSize,
    outsideMax,
  });
  const stated = includeChainProof && outside <= outsideMax(tally.events) ? thread : null;
  const nowMs = clock.now();
  return {
    collectedAt: isoMilliseconds(nowMs),
    expiresAt: isoMilliseconds(nowMs + owner.evidenceRetentionDays * dayMs),
    chainSize,
    firstRecordedAt: await findFirstReceipts(owner.id, modelId, chainSize),
    checkpoint,
    withoutProof,
    ...(attestations && { attestations }),
    thread: stated,
    events: stated ?? eventsOf(tally),
    range,
    organisation: { id: owner.id, name: organisation.name },
    model,
    documents: await suppliedDocuments(owner.id, framework, modelId),
    keyId: (await currentEvidenceSigner()).id,
  };
}

const proofLeftOut: SignedState = {
  checkpoint: null,
  withoutProof:
    "The package was requested without the proof that links its events to a signed checkpoint of the chain.",
};

type SignedState = Pick<CollectedFacts, "checkpoint" | "withoutProof" | "attestations">;

/** How long a package waits for the cosignatures that it needs. */
const quorumWaitMs = 15 * 60 * 1000;

/**
 * A checkpoint of the chain with the required cosignatures, or the reason why it is missing. A damaged chain still gets a package;
 * a chain without its required cosignatures does not.
 */
async function signedState(organisation: Organisation, clock: Clock, requestedAt: string): Promise<SignedState> {
  try {
    const { checkpoint, ...attestations } = await getAttestedCheckpoint({ organisation, clock }, requestedAt);
    return { checkpoint, withoutProof: null, attestations };
  } catch (error) {
    if (error instanceof QuorumMissing) {
      const isOver = clock.now() - Date.parse(requestedAt) > quorumWaitMs;
      if (!error.isFinal && !isOver) throw error;
      throw new GenerationFailed(
        `${error.message} Request the package again after the required witnesses have cosigned a checkpoint.`,
      );
    }
    if (!(error instanceof ServiceError) || !["not_found", "conflict"].includes(error.code)) throw error;
    return { checkpoint: null, withoutProof: error.message };
  }
}

async function modelFacts(organisation: Organisation, modelId: string, clock: Clock): Promise<CollectedFacts["model"]> {
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "evidence" },
    scopes: new Set(),
    clock,
    requestId: "evidence",
  };
  const { id, name, version, provider, riskTier, description } = await getModel(ctx, modelId).catch((error) => {
    if (error instanceof ServiceError && error.code === "not_found") {
      throw new GenerationFailed("The model that this package covers no longer exists.");
    }
    throw error;
  });
  return { id, name, version, provider, riskTier, description };
}

function eventsOf({ first, last }: { first: number | null; last: number | null }) {
  return first === null || last === null ? null : { from: first, to: last };
}
