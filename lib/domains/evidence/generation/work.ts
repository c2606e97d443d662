import type { PositionRange } from "@/lib/domains/audit-chain";
import type { EvidenceFrame } from "@/lib/domains/evidence/bundle/write-evidence";
import type { GenerationStep, PackageFormat } from "@/lib/domains/evidence/enums";
import type { PackageResult } from "@/lib/domains/evidence/generation/publish";
import { type Generation, readWork } from "@/lib/domains/evidence/generation-store";
import type {
  ChainPart,
  ChainVerificationResult,
  PackagePart,
  SuppliedDocument,
} from "@/lib/domains/evidence/schemas-bundle";
import type { PackageKey } from "@/lib/domains/evidence/store";
import type { Clock } from "@/lib/platform/core/clock";
import { storage } from "@/lib/platform/storage";

/** The input of a step. Its result depends only on this and on events up to the size of the chain fixed by `collect`. */
export interface StepInput {
  key: PackageKey;
  generation: Generation;
  /** Results of the previous steps. */
  work: GenerationWork;
  clock: Clock;
  /** Reports from time to time how much of the step is done, from 0 to 1. */
  onProgress(fraction: number): void;
}

/** Steps that use a processor and memory for seconds. They run in a separate process. */
export const workerSteps = ["verify", "render", "sign"] as const satisfies GenerationStep[];
export type WorkerStep = (typeof workerSteps)[number];

export function isWorkerStep(step: GenerationStep): step is WorkerStep {
  return (workerSteps as readonly GenerationStep[]).includes(step);
}

/** Performs a step. Its result is saved as JSON. */
export type Perform = (input: StepInput) => Promise<object | undefined>;

/** Result of `collect`: everything that could change before the later steps run. */
export interface CollectedFacts {
  collectedAt: string;
  expiresAt: string;
  /** Position up to which the chain is read. */
  chainSize: number;
  firstRecordedAt: EvidenceFrame["firstRecordedAt"];
  /** The signed state of the chain, or null with the reason in `withoutProof`. */
  checkpoint: ChainPart["checkpoint"];
  withoutProof: ChainPart["withoutProof"];
  /** Attestations of the checkpoint by third parties. Absent without a checkpoint. */
  attestations?: NonNullable<ChainPart["attestations"]>;
  /** Positions between which the package states that it contains all events of the model, or null. */
  thread: PositionRange | null;
  /** First and last position of the model's events; null if it has none. */
  events: PositionRange | null;
  /** Positions, of all models, that are verified. */
  range: PositionRange;
  organisation: PackagePart["organisation"];
  model: PackagePart["model"];
  /** The organisation's documents for the model. Absent in packages that were started by an earlier version. */
  documents?: SuppliedDocument[];
  /** The key that seals and signs. */
  keyId: string;
}

/** Result of `render`. */
export type RenderedFacts = Pick<PackageResult, "summary" | "coverage" | "mappingVersion"> & {
  /** The key that the document names as its signer. Default: the key of `collect`. */
  signerId?: string;
};

/** The finished file. */
export type SignedFacts = Pick<
  PackageResult,
  "packageHash" | "packageSignature" | "keyId" | "signedBy" | "pages" | "timestampedAt" | "sizeBytes"
>;

/** Results of the steps so far. */
interface GenerationWork {
  collect?: CollectedFacts;
  verify?: ChainVerificationResult;
  render?: RenderedFacts;
  sign?: SignedFacts;
  store?: Pick<PackageResult, "storageKey">;
}

export async function workOf(key: PackageKey): Promise<GenerationWork> {
  return (await readWork(key)) as GenerationWork;
}

/** The result of a previous step. Throws if that step has not run. */
export function decided<Step extends keyof GenerationWork>(
  work: GenerationWork,
  step: Step,
): NonNullable<GenerationWork[Step]> {
  const decision = work[step];
  if (!decision) throw new Error(`the step ${step} has not been done`);
  return decision as NonNullable<GenerationWork[Step]>;
}

/** Storage keys of a package's files. Drafts are the input of the next step, which another process may run. */
interface PackageFiles {
  evidenceDraft: string;
  reportDraft: string;
  packageDraft: string;
  /** The file that is downloaded. */
  package: string;
}

export function packageFiles({ organisationId, packageId }: PackageKey, format: PackageFormat): PackageFiles {
  const file = `evidence/${organisationId}/${packageId}`;
  const extension = format.toLowerCase();
  return {
    evidenceDraft: `${file}/evidence.draft.json`,
    reportDraft: `${file}/report.draft.pdf`,
    packageDraft: `${file}/package.draft.${extension}`,
    package: `${file}.${extension}`,
  };
}

/** Deletes the drafts of the steps. Can be repeated. */
export async function removeDrafts(key: PackageKey, format: PackageFormat): Promise<void> {
  const { evidenceDraft, reportDraft, packageDraft } = packageFiles(key, format);
  for (const draft of [evidenceDraft, reportDraft, packageDraft]) await storage().remove(draft);
}
