import type { ChainPart, PackagePart } from "@/lib/evidence/schemas-bundle";

export interface LimitsGiven {
  package: Pick<PackagePart, "dateRange" | "includeChainProof" | "includeHumanOversight">;
  chain: Pick<ChainPart, "checkpoint" | "membership" | "thread" | "withoutProof" | "verification" | "attestations">;
  /** Position up to which the chain was read. */
  chainSize: number;
}

/** What a package cannot prove and what it leaves out, as sentences for whoever relies on it. */
export function limitsOf(given: LimitsGiven): string[] {
  return [
    "The chain proves that what was recorded was not changed afterwards. It does not prove that an event happened, or that what it says is correct.",
    "What was never recorded cannot be shown to be missing: an operator could have left events out before they reached the service.",
    "The time of an event is what its sender stated, at most five minutes ahead of its receipt. Only the time of receipt is the service's own.",
    `The chain was read up to position ${given.chainSize}. Events that were recorded behind it are not in this package, also where their own time lies in the period.`,
    "Metadata that senders attach to events is covered by no hash and is not in this package.",
    "Name, version and description of the model, and of the organisation, are what the service had on record when the package was made. The seal covers them, the chain does not.",
    "Signatures show that the holder of a key signed. That the keys are the service's follows from comparing them with the published ones, obtained another way than this package.",
    "Whoever holds the service's signing keys as well as its database could write the chain anew. A receipt or a checkpoint that was kept elsewhere would reveal it.",
    "Coverage says which events speak to a requirement by their type and their members. It is no judgement of compliance.",
    ...damageOf(given),
    ...withheldOf(given),
    ...erasedOf(given),
    ...proofsOf(given),
    ...witnessesOf(given),
  ];
}

function witnessesOf({ chain: { checkpoint, attestations } }: LimitsGiven): string[] {
  if (checkpoint === null || (attestations?.cosignatures.length ?? 0) > 0) return [];
  return ["No independent witness has cosigned the signed state of the chain that this package relies on."];
}

function damageOf({ chain: { verification } }: LimitsGiven): string[] {
  if (verification.status === "ok") return [];
  return [
    "The stored chain was not intact when this package was made. What the package says of the affected events cannot be relied on; the findings are listed with the verification.",
  ];
}

function withheldOf({ package: { includeHumanOversight } }: LimitsGiven): string[] {
  if (includeHumanOversight) return [];
  return [
    "Human reviews were left out on request: of each the header is there, so that it is counted and the thread stays whole, but not what it says. Figures about the outcomes of reviews were computed from contents that are not in this package.",
  ];
}

function erasedOf({ chain: { verification } }: LimitsGiven): string[] {
  if (!verification.erased) return [];
  return [
    "On legal request the content of events was erased from the chain over this period, of this model or of others. Of each the header and the hashes are there, and the event that records the erasure; what it said is nowhere any more, and counts for no requirement that asks for it.",
  ];
}

function proofsOf({ package: about, chain }: LimitsGiven): string[] {
  if (!about.includeChainProof) {
    return [
      "Proofs were left out on request: the package has neither a signed state of the chain nor a statement that all events of the model are in it.",
    ];
  }
  const sentences: string[] = [];
  if (chain.checkpoint === null || chain.membership === null) {
    const why = chain.withoutProof === null ? "" : ` ${chain.withoutProof}`;
    sentences.push(`The package does not prove that its events lie in a signed chain.${why}`);
  }
  if (chain.thread === null) {
    sentences.push(
      "The package makes no statement that all events of the model are in it: either there were none, or that would have needed too many events of other times.",
    );
  } else {
    sentences.push(
      `All events of the model from position ${chain.thread.from} to ${chain.thread.to} are in the package. One that was recorded behind position ${chain.thread.to}, with an earlier time of its own, would not be.`,
    );
  }
  return sentences;
}
