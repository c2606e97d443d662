import type { EventType } from "@/lib/domains/audit-chain/enums";
import { limitsOf } from "@/lib/domains/evidence/bundle/write-evidence";
import { EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { events as eventsOf, type Given } from "@/lib/domains/evidence/collect/testing/events";
import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import { type SampleTexts, sampleEvents } from "@/lib/domains/evidence/pdf/testing/sample-events";
import type { ChainPart, PackagePart, SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import { integrityOf } from "@/lib/domains/evidence/verification/integrity";

export interface SampleOptions {
  framework?: FrameworkId;
  /** Number of the model's events in the period. */
  events?: number;
  /** Events that replace the generated events. */
  rows?: readonly Given[];
  /** Default: all. */
  sections?: string[];
  package?: Partial<Omit<PackagePart, "sections" | "model">> & { model?: Partial<PackagePart["model"]> };
  texts?: SampleTexts;
  /** The type of all events. */
  only?: EventType;
  /** The receipt time of all events. Default: the time of each event. */
  recordedAt?: string;
  /** Findings of the verification. Default: none, so the chain is intact. */
  findings?: ChainPart["verification"]["findings"];
  findingsTotal?: number;
  documents?: SuppliedDocument[];
}

const period = { from: "2026-01-01T00:00:00.000Z", to: "2026-03-31T23:59:59.999Z" } as const;
const collectedAt = "2026-04-02T09:31:02.412Z";
/** Before the period, so that the samples contain no statement about it. */
const firstReceiptAt = "2025-11-03T08:00:00.000Z";
const digits = "8f0c3e1b2a4d5968778695a4b3c2d1e0f9e8d7c6b5a49382716050413223140f";

/** A realistic report about a small lender's scoring model. Its events are collected as for a real package. */
export function sampleReport(options: SampleOptions = {}): EvidenceReport {
  const framework = frameworkOf(options.framework ?? "EU_AI_ACT_ANNEX_IV");
  const sections = options.sections ?? framework.sections.map(({ id }) => id);
  const pack: PackagePart = {
    ...samplePackage,
    ...options.package,
    model: { ...samplePackage.model, ...options.package?.model },
    sections,
  };
  const { dateRange, includeHumanOversight } = pack;
  const collector = new EvidenceCollector({
    ...{ framework, sections, period: dateRange, includeHumanOversight },
    documents: options.documents,
  });
  const events = options.rows
    ? eventsOf(options.rows)
    : sampleEvents(options.events ?? 240, dateRange, {
        ...options.texts,
        only: options.only,
        recordedAt: options.recordedAt,
      });
  for (const event of events) collector.add(event);
  const { listed, withheld, outsidePeriod, erased: _none, counts, ...collected } = collector.finish();
  const last = events.at(-1);
  const chain = sampleChain(options, pack, events.at(0)?.header.chainPosition, last);
  const firstAt = options.recordedAt ?? firstReceiptAt;
  const firstRecordedAt = { chain: firstAt, model: events.length > 0 ? firstAt : null };
  const chainSize = (last?.header.chainPosition ?? 0) + 11;
  const integrity = integrityOf({ verification: chain.verification, package: pack, firstRecordedAt });
  return {
    ...collected,
    chain,
    generator: { name: "Governance Audit Service", version: "0.1.0" },
    keys: [
      { kid: "4e1d7a90c25b83f6", kty: "RSA", alg: "RS256", use: "sig" },
      { kid: "21fe31dfa154a261", kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" },
    ],
    limits: limitsOf({ package: pack, chain, chainSize, firstRecordedAt }),
    manifest: {
      filter: { modelId: pack.model.id, ...dateRange },
      ordering: "chainPosition ascending",
      ...{ listed, withheld, outsidePeriod, chainSize, firstRecordedAt },
      hashAlgorithm: "SHA-256",
      canonicalForm: "RFC 8785",
      eventSchema: "audit-event/1",
    },
    package: pack,
    schema: "evidence/1",
    summary: { ...counts, chainIntact: integrity.status === "INTACT", integrity },
    sealKeyId: "4e1d7a90c25b83f6",
    signedBy: "Governance Audit Service",
  };
}

const samplePackage: Omit<PackagePart, "sections"> = {
  id: "epkg_01kd4z0m3x5c7v9b1n2q4w6e8r",
  organisation: { id: "org_01kd3v5m2w7hq4t9x8b6c0e1fa", name: "Northgate Building Society" },
  model: {
    id: "mdl_01kd3v7r9z2m4n6p8q0s1t3v5w",
    name: "Consumer credit scoring",
    version: "2.4.1",
    provider: "In-house",
    riskTier: "HIGH",
    description: "Scores applications for unsecured consumer credit and refers those near the threshold to a person.",
  },
  dateRange: period,
  includeChainProof: true,
  includeHumanOversight: true,
  recipientName: "Model risk committee",
  requestedBy: { type: "api_key", id: "key_01kd3w", displayName: "Amara Okafor" },
  requestedAt: "2026-04-02T09:30:58.004Z",
  collectedAt,
  expiresAt: "2027-04-02T09:31:07.412Z",
  classification: "Confidential",
};

type LastEvent = ReturnType<typeof sampleEvents>[number] | undefined;

function sampleChain(options: SampleOptions, pack: PackagePart, first: number | undefined, last: LastEvent): ChainPart {
  const findings = options.findings ?? [];
  const failed = findings.length > 0;
  const to = last?.header.chainPosition ?? 0;
  const proves = pack.includeChainProof && !failed;
  const size = to + 11;
  const passed = last ? "ok" : "not_checked";
  return {
    checkpoint: proves
      ? {
          organisationId: pack.organisation.id,
          size,
          headHash: `sha256:${digits}`,
          rootHash: `sha256:6b3f0c9d1e5a7284b0c1d2e3f405162738495a6b7c8d9e0fa1b2c3d4e5f60718`,
          issuedAt: "2026-04-02T09:31:02.000Z",
          previousCheckpointHash: "sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
          keyId: "21fe31dfa154a261",
          signature: "wyllEPaHdC5ONA1tcav7B3/3QPNt0EHPVBd8JWxnAGJ6PAOMGK9Vm967FErswfvIh/FHYo/axTvIZZ9h1umKAA==",
        }
      : null,
    membership: proves ? { treeSize: size, hashes: Array<string>(14).fill(`sha256:${digits}`) } : null,
    withoutProof: proves ? null : withoutProof(pack),
    thread: proves && first !== undefined ? { from: first, to } : null,
    verification: {
      status: failed ? "failed" : "ok",
      from: first ?? 1,
      to,
      eventsVerified: last && first !== undefined ? to - first + 1 : 0,
      verdicts: {
        content: failed ? "failed" : passed,
        linkage: failed ? "failed" : passed,
        completeness: "not_checked",
        checkpoints: passed,
        anchor: "not_checked",
      },
      findings,
      findingsTotal: options.findingsTotal ?? findings.length,
      verifiedAt: "2026-04-02T09:31:05.120Z",
    },
  };
}

function withoutProof(pack: PackagePart): string {
  if (!pack.includeChainProof) return "The proof was left out on request.";
  return "The chain no longer extends its last checkpoint, so no checkpoint was signed.";
}
