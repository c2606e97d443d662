import { open, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  LeavesMissing,
  type ModelEventsRange,
  proveMembership,
  readModelEvents,
  readModelPositions,
  type StoredEvent,
  TreeMismatch,
} from "@/lib/domains/audit-chain";
import { limitsOf, type WrittenEvidence, writeEvidence } from "@/lib/domains/evidence/bundle/write-evidence";
import { EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import type { StepInput } from "@/lib/domains/evidence/generation/work";
import { type CollectedFacts, decided, packageFiles, type RenderedFacts } from "@/lib/domains/evidence/generation/work";
import type { ChainPart, Evidence, PackagePart } from "@/lib/domains/evidence/schemas-bundle";
import { isValidOn } from "@/lib/domains/evidence/schemas-coverage";
import { serviceVersion } from "@/lib/platform/config/env";
import { unavailable } from "@/lib/platform/core/errors";
import { readFromReplica } from "@/lib/platform/database/replica";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { storage } from "@/lib/platform/storage";

/** Progress of the step after the proof and after the events. The rest is the document. */
const proved = 0.1;
const written = { JSON: 0.95, PDF: 0.4 };

/** A PDF is signed in memory together with its attached bundle, so the bundle's size is limited. */
const attachedBytesMax = 256 * 1024 * 1024;
const tooLong = "The period has too many events for a PDF. Request the package as JSON or for a shorter period.";

/**
 * Writes the evidence and, for a PDF, the document as drafts. Reads no later event than `collect` fixed, so a repeat
 * gives the same bytes. Throws `GenerationFailed` if there is too much evidence for a PDF.
 */
export async function render(input: StepInput, bytesMax = attachedBytesMax): Promise<RenderedFacts> {
  const { key, generation, onProgress } = input;
  const files = packageFiles(key, generation.format);
  return await withTemporaryDirectory(async (directory) => {
    const path = join(directory, "evidence.json");
    const made = await readFromReplica(() => writeTo(path, input));
    onProgress(written[generation.format]);
    if (generation.format === "PDF") {
      if ((await stat(path)).size > bytesMax) throw new GenerationFailed(tooLong);
      await storage().putFile(files.reportDraft, await printTo(directory, made));
    }
    await storage().putFile(files.evidenceDraft, path);
    const { summary, framework, package: about } = made.evidence;
    const { id: signerId } = await currentEvidenceSigner();
    const { countedAs, coverage, mappingVersion, requirements, documents = [] } = framework;
    const lastDay = generation.dateRange.to.slice(0, 10);
    const supplied = new Set(documents.filter((one) => isValidOn(lastDay, one)).map(({ requirement }) => requirement));
    const controls = requirements.map(({ id, title, counted, status, document, events, adverse = 0, evidence }) => ({
      ...{ requirement: id, title, counted, status, adverse },
      supporting: events - adverse - (evidence?.find(({ weight }) => weight === "reference")?.events ?? 0),
      ...(document !== null && { documentNeeded: true }),
      ...(supplied.has(id) && { documentSupplied: true }),
    }));
    const stored = { countedAs, ...coverage, controls, modelVersion: about.model.version };
    return { summary, coverage: stored, mappingVersion, signerId };
  });
}

async function writeTo(path: string, { generation, work, onProgress }: StepInput): Promise<WrittenEvidence> {
  const facts = decided(work, "collect");
  const { id: organisationId } = generation.organisation;
  const place = placeOf(facts, generation.dateRange);
  const positions = await positionsOf(organisationId, generation.modelId, place);
  const chain: ChainPart = {
    ...(facts.attestations && { attestations: facts.attestations }),
    ...(await proofOf(organisationId, facts, positions)),
    thread: facts.thread,
    verification: decided(work, "verify"),
  };
  onProgress(proved);
  const about = packagePart(generation, facts);
  const frame = {
    chain,
    package: about,
    keys: keysOf(facts),
    limits: limitsOf({ package: about, chain, chainSize: facts.chainSize, firstRecordedAt: facts.firstRecordedAt }),
    generator: { name: "governance-audit-service", version: serviceVersion() },
    chainSize: facts.chainSize,
    firstRecordedAt: facts.firstRecordedAt,
  };
  const collector = new EvidenceCollector({
    framework: frameworkOf(generation.framework),
    sections: generation.sections,
    period: generation.dateRange,
    includeHumanOversight: generation.includeHumanOversight,
    documents: facts.documents,
  });
  const share = written[generation.format] - proved;
  const file = await open(path, "w", 0o600);
  try {
    return await writeEvidence(
      frame,
      eventsAt(positions, place ? readModelEvents(organisationId, generation.modelId, place) : none()),
      collector,
      async (chunk) => {
        await file.writeFile(chunk);
      },
      (events) => onProgress(proved + share * (events / Math.max(1, positions.length))),
    );
  } finally {
    await file.close();
  }
}

/** The range of the package's events: with a thread, the whole thread; without one, the period. */
function placeOf({ events, thread }: CollectedFacts, period: PackagePart["dateRange"]): ModelEventsRange | null {
  if (!events) return null;
  return thread ? events : { ...events, period };
}

/** Positions of the package's events, in order, each once. */
async function positionsOf(organisationId: string, modelId: string, place: ModelEventsRange | null): Promise<number[]> {
  const positions: number[] = [];
  if (!place) return positions;
  for await (const page of readModelPositions(organisationId, modelId, place)) {
    for (const position of page) if (position > (positions.at(-1) ?? 0)) positions.push(position);
  }
  return positions;
}

/** The proof that these events are leaves of the checkpoint's tree, or the reason why it is missing. */
async function proofOf(
  organisationId: string,
  { checkpoint, withoutProof }: CollectedFacts,
  positions: number[],
): Promise<Pick<ChainPart, "checkpoint" | "membership" | "withoutProof">> {
  if (!checkpoint) return { checkpoint, membership: null, withoutProof };
  try {
    return {
      checkpoint,
      membership: await proveMembership(organisationId, positions, checkpoint.size, checkpoint),
      withoutProof,
    };
  } catch (error) {
    if (!(error instanceof LeavesMissing || error instanceof TreeMismatch)) throw error;
    return {
      checkpoint,
      membership: null,
      withoutProof:
        error instanceof LeavesMissing
          ? "Events are missing from the chain, so the package contains no proof."
          : "The events do not match the signed root, so the package contains no proof.",
    };
  }
}

/** Filters pages of events for the positions that the proof covers. */
async function* eventsAt(positions: number[], pages: AsyncIterable<StoredEvent[]>): AsyncGenerator<StoredEvent[]> {
  let next = 0;
  for await (const page of pages) {
    const wanted = page.filter(({ chainPosition }) => {
      while ((positions[next] ?? Number.POSITIVE_INFINITY) < chainPosition) next += 1;
      return positions[next] === chainPosition;
    });
    if (wanted.length > 0) yield wanted;
  }
}

async function* none(): AsyncGenerator<StoredEvent[]> {}

function packagePart({ packageId, ...asked }: StepInput["generation"], facts: CollectedFacts): PackagePart {
  return {
    id: packageId,
    organisation: facts.organisation,
    model: facts.model,
    dateRange: asked.dateRange,
    includeChainProof: asked.includeChainProof,
    includeHumanOversight: asked.includeHumanOversight,
    sections: asked.sections,
    recipientName: asked.recipientName,
    requestedBy: asked.requestedBy,
    requestedAt: asked.createdAt,
    collectedAt: facts.collectedAt,
    expiresAt: facts.expiresAt,
    classification,
  };
}

/** The handling instruction for readers, because the document names people and models. */
const classification = "Confidential";

/** The public keys that verify the signatures of the package. */
function keysOf({ keyId, checkpoint }: CollectedFacts): Evidence["keys"] {
  const wanted = [keyId, ...(checkpoint ? [checkpoint.keyId] : [])];
  const keys = listPublicKeys().keys.filter(({ kid }) => wanted.includes(kid));
  // Another process may sign with a key that was not published here first. The step is repeated, perhaps in another process.
  const missing = wanted.find((id) => !keys.some(({ kid }) => kid === id));
  if (missing !== undefined) throw unavailable(`The key ${missing} is not among the public keys of this process.`);
  return keys;
}

async function printTo(directory: string, { evidence, collected }: WrittenEvidence): Promise<string> {
  const { renderReport } = await import("@/lib/domains/evidence/pdf/render-report");
  const { register, highlights, references, link } = collected;
  const { id: sealKeyId, name: signedBy } = await currentEvidenceSigner();
  const report = { ...evidence, register, highlights, references, link, sealKeyId, signedBy };
  const path = join(directory, "report.pdf");
  await writeFile(path, await renderReport(report));
  return path;
}
