import type { PositionRange } from "@/lib/audit-chain";
import { readWork } from "@/lib/evidence/generation-store";
import type { PackageResult } from "@/lib/evidence/publish-package";
import type { ChainPart, ChainVerificationResult, PackagePart } from "@/lib/evidence/schemas-bundle";
import type { PackageKey } from "@/lib/evidence/store";

/** What `collect` fixed: everything that the later steps would find different at another time. */
export interface CollectedFacts {
  generatedAt: string;
  expiresAt: string;
  /** Position up to which the chain is read. */
  chainSize: number;
  /** The signed state of the chain, and where there is none, why. */
  checkpoint: ChainPart["checkpoint"];
  withoutProof: ChainPart["withoutProof"];
  /** What others have stated about the checkpoint; absent without one. */
  attestations?: NonNullable<ChainPart["attestations"]>;
  /** Between which positions the package says that it has all events of the model; null where it does not say so. */
  thread: PositionRange | null;
  /** Positions between which the model's events are read; null where there are none. */
  events: PositionRange | null;
  /** Positions, of all models, that are verified. */
  range: PositionRange;
  organisation: PackagePart["organisation"];
  model: PackagePart["model"];
  /** The key that seals and signs. */
  keyId: string;
}

/** What `render` found, of all the events. */
export type RenderedFacts = Pick<PackageResult, "summary" | "coverage"> & {
  /** The key that the document names as its signer. Absent: that of `collect`. */
  signerId?: string;
};

/** The finished file. */
export type SignedFacts = Pick<
  PackageResult,
  "packageHash" | "packageSignature" | "keyId" | "signedBy" | "pages" | "sizeBytes"
>;

/** What each step has decided so far. */
export interface GenerationWork {
  collect?: CollectedFacts;
  verify?: ChainVerificationResult;
  render?: RenderedFacts;
  sign?: SignedFacts;
  store?: Pick<PackageResult, "storageKey">;
}

export async function workOf(key: PackageKey): Promise<GenerationWork> {
  return (await readWork(key)) as GenerationWork;
}

/** What a step before has decided. A step without it was begun out of its turn. */
export function decided<Step extends keyof GenerationWork>(
  work: GenerationWork,
  step: Step,
): NonNullable<GenerationWork[Step]> {
  const decision = work[step];
  if (!decision) throw new Error(`the step ${step} has not been done`);
  return decision as NonNullable<GenerationWork[Step]>;
}
