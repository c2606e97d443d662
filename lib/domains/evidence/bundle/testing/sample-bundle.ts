import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import { type Checkpoint, signCheckpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { membershipRanges } from "@/lib/domains/audit-chain/merkle/ranges";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { bytesOf, IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import {
  type SampleEvent,
  sampleChain,
  sampleEvents,
  sampleModel,
  sampleOrganisation,
} from "@/lib/domains/evidence/bundle/testing/sample-chain";
import { checkpointJwk, type SampleSealKey, sampleKeys } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { type EvidenceFrame, limitsOf, writeEvidence } from "@/lib/domains/evidence/bundle/write-evidence";
import { EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { sealBundle } from "@/lib/domains/evidence/generation/sign";
import type { ChainPart, EvidenceBundle, PackagePart, SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import type { SigningKey } from "@/lib/platform/signing/ed25519";

export interface SampleOptions {
  /** All events of the organisation's chain. Default: 100 events of two alternating models, an hour apart, from 2026. */
  events?: readonly SampleEvent[];
  modelId?: string;
  /** Default: 36 hours from the second day. The model has events before, in and after this period. */
  dateRange?: { from: string; to: string };
  framework?: FrameworkId;
  sections?: string[];
  includeChainProof?: boolean;
  includeHumanOversight?: boolean;
  /** Number of events that the checkpoint covers. Default: all events. */
  size?: number;
  /** False: the package makes no thread statement and contains no event outside the period. */
  withThread?: boolean;
  /** Changes stored rows outside the service before the package is generated. */
  damage?: (stored: StoredEvent[]) => void;
  sealKey?: SampleSealKey;
  checkpointKey?: SigningKey;
  documents?: SuppliedDocument[] | undefined;
  /** Changes the parts other than events before the package is sealed. */
  reframe?: (frame: EvidenceFrame) => EvidenceFrame;
}

/** A bundle as the service creates it, and other data that a verifier may have. */
export interface SampleBundle {
  bytes: Buffer;
  bundle: EvidenceBundle;
  /** The whole chain of the organisation, of all models. */
  chain: StoredEvent[];
  checkpoint: Checkpoint;
  sealKey: SampleSealKey;
  checkpointKey: SigningKey;
}

/** Creates a bundle of a chain in memory with the service's code, without a database. */
export async function sampleBundle(options: SampleOptions = {}): Promise<SampleBundle> {
  const { sealKey, checkpointKey } = { ...sampleKeys(), ...options };
  const chain = sampleChain(options.events ?? sampleEvents(100));
  options.damage?.(chain);
  const size = options.size ?? chain.length;
  const checkpoint = sampleCheckpoint(chain, size, checkpointKey);
  const about = packagePart(options);
  const shown = shownEvents(chain.slice(0, size), about, options.withThread ?? true);
  const hasProof = about.includeChainProof;
  const chainPart: ChainPart = {
    checkpoint: hasProof ? checkpoint : null,
    membership: hasProof ? membershipOf(chain, shown.events, size) : null,
    withoutProof: hasProof ? null : "No proof was requested.",
    thread: shown.thread,
    verification: passed(size),
  };
  const firstRecordedAt = {
    chain: chain[0]?.recordedAt ?? null,
    model: chain.find(({ modelId }) => modelId === about.model.id)?.recordedAt ?? null,
  };
  const frame: EvidenceFrame = {
    chain: chainPart,
    package: about,
    keys: [sealKey.jwk, ...(hasProof ? [checkpointJwk(checkpointKey)] : [])],
    limits: limitsOf({ package: about, chain: chainPart, chainSize: size, firstRecordedAt }),
    generator: { name: "governance-audit-service", version: "0.1.0" },
    chainSize: size,
    firstRecordedAt,
  };
  const bytes = await writeSample(options.reframe?.(frame) ?? frame, shown.events, {
    framework: options.framework ?? "EU_AI_ACT_ANNEX_IV",
    sealKey,
    documents: options.documents,
  });
  return {
    bytes,
    bundle: JSON.parse(bytes.toString("utf8")) as EvidenceBundle,
    chain,
    checkpoint,
    sealKey,
    checkpointKey,
  };
}

/** A frame whose chain was not verified. */
export function withoutVerification(frame: EvidenceFrame): EvidenceFrame {
  const { verification } = frame.chain;
  const verdicts = { ...verification.verdicts };
  for (const check of Object.keys(verdicts) as (keyof typeof verdicts)[]) verdicts[check] = "not_checked";
  const chain = { ...frame.chain, verification: { ...verification, eventsVerified: 0, verdicts } };
  return { ...frame, chain };
}

export function sampleCheckpoint(chain: readonly StoredEvent[], size: number, key: SigningKey): Checkpoint {
  const tree = new IndependentTree(chain.map(({ blockHash }) => bytesOf(blockHash)));
  const last = chain[size - 1];
  return signCheckpoint(
    {
      organisationId: last?.organisationId ?? sampleOrganisation.id,
      size,
      headHash: last?.blockHash ?? genesisHash,
      rootHash: hashOf(tree.hash(0, size)),
      issuedAt: "2026-02-01T08:00:00.000Z",
      previousCheckpointHash: genesisHash,
    },
    key,
  );
}

/** Writes and seals evidence as the service does, using two files. */
async function writeSample(
  frame: EvidenceFrame,
  events: StoredEvent[],
  {
    framework,
    sealKey,
    documents,
  }: { framework: FrameworkId; sealKey: SampleSealKey } & Pick<SampleOptions, "documents">,
): Promise<Buffer> {
  const { sections, dateRange: period, includeHumanOversight } = frame.package;
  const collector = new EvidenceCollector({
    framework: frameworkOf(framework),
    sections,
    period,
    includeHumanOversight,
    documents,
  });
  const directory = await mkdtemp(join(tmpdir(), "sample-bundle-"));
  try {
    const [evidencePath, bundlePath] = [join(directory, "evidence"), join(directory, "bundle")];
    const file = await open(evidencePath, "w");
    async function* pages() {
      for (let from = 0; from < events.length; from += 1_000) yield events.slice(from, from + 1_000);
    }
    await writeEvidence(frame, pages(), collector, async (chunk) => {
      await file.write(chunk);
    }).finally(() => file.close());
    const headHash = frame.chain.checkpoint?.headHash ?? null;
    await sealBundle(evidencePath, bundlePath, { headHash, signer: sealKey });
    return await readFile(bundlePath);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function packagePart(options: SampleOptions): PackagePart {
  const { framework = "EU_AI_ACT_ANNEX_IV", includeChainProof = true, includeHumanOversight = true } = options;
  return {
    id: "epkg_01kasample0000000000000000",
    organisation: sampleOrganisation,
    model: {
      id: options.modelId ?? sampleModel,
      name: 'Credit scoring "Ω"',
      version: "4.2.0",
      provider: null,
      riskTier: "HIGH",
      description: "Scores loan applications.\nSecond line; \u{1f600}.",
    },
    dateRange: options.dateRange ?? { from: "2026-01-02T00:00:00.000Z", to: "2026-01-03T12:00:00.000Z" },
    includeChainProof,
    includeHumanOversight,
    sections: options.sections ?? sectionIds(framework),
    recipientName: "Prudential Regulation Authority",
    requestedBy: { type: "USER", id: "usr_sample", displayName: "Zoë" },
    requestedAt: "2026-02-01T08:00:00.000Z",
    collectedAt: "2026-02-01T08:00:03.000Z",
    expiresAt: "2027-02-01T08:00:05.000Z",
    classification: "Confidential",
  };
}

/** Selects the model's events for a package of the period, by the same rule as the service. */
function shownEvents(
  chain: readonly StoredEvent[],
  { model, dateRange, includeChainProof }: PackagePart,
  withThread: boolean,
): { events: StoredEvent[]; thread: ChainPart["thread"] } {
  const ofModel = chain.filter(({ modelId }) => modelId === model.id);
  const inPeriod = ofModel.filter(({ timestamp }) => timestamp >= dateRange.from && timestamp <= dateRange.to);
  const earliest = new Date(Date.parse(dateRange.from) - 300_000).toISOString();
  const first = ofModel.findLast(({ recordedAt }) => recordedAt < earliest) ?? ofModel[0];
  const received = ofModel.findLast(({ recordedAt }) => recordedAt <= dateRange.to);
  const from = first?.chainPosition ?? 0;
  const to = Math.max(inPeriod.at(-1)?.chainPosition ?? 0, received?.chainPosition ?? 0);
  if (!includeChainProof || !withThread || from === 0 || to < from) return { events: inPeriod, thread: null };
  const events = ofModel.filter(({ chainPosition }) => chainPosition >= from && chainPosition <= to);
  return { events, thread: { from, to } };
}

function membershipOf(chain: readonly StoredEvent[], events: readonly StoredEvent[], size: number) {
  const tree = new IndependentTree(chain.map(({ blockHash }) => bytesOf(blockHash)));
  const leafIndexes = events.map(({ chainPosition }) => chainPosition - 1);
  const ranges = [...membershipRanges(leafIndexes, size)];
  return { treeSize: size, hashes: ranges.map(({ start, end }) => hashOf(tree.hash(start, end))) };
}

function passed(size: number): ChainPart["verification"] {
  return {
    status: "ok",
    from: 1,
    to: size,
    eventsVerified: size,
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "ok", anchor: "not_checked" },
    findings: [],
    findingsTotal: 0,
    verifiedAt: "2026-02-01T08:00:04.000Z",
  };
}
