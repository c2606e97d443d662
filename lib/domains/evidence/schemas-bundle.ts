import { z } from "zod";
import { Checkpoint, CheckpointTimestamp, Cosignature } from "@/lib/domains/audit-chain/schemas-proofs";
import {
  type CoverageStatus,
  coverageStatuses,
  disclosures,
  frameworkIds,
  integrityStatuses,
  lagClasses,
  reviewKinds,
  reviewOutcomes,
} from "@/lib/domains/evidence/enums";
import { Hash, Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

/** The JSON bundle, in canonical form (RFC 8785). Its members are a contract: packages are kept for years. */
export const evidenceSchema = "evidence/1";

/** The header of an event, in the members that its hash covers, with the hash itself. */
const EventHeader = z.strictObject({
  id: z.string(),
  organisationId: z.string(),
  chainPosition: z.int().min(1),
  previousHash: Hash,
  previousModelHash: Hash,
  timestamp: IsoMilliseconds,
  recordedAt: IsoMilliseconds,
  eventType: z.string(),
  severity: z.string(),
  modelId: z.string(),
  source: z.string(),
  contentHash: Hash,
  blockHash: Hash,
});

export const EvidenceEvent = EventHeader.extend({
  /** `E-0001`: the number by which the package refers to it; null if it is not listed. */
  evidenceId: z.string().nullable(),
  disclosure: z.enum(disclosures),
  /** Only for listed events. The canonical JSON of this value hashes to `contentHash`. */
  content: z
    .strictObject({
      actor: z.looseObject({ type: z.string(), id: z.string() }),
      payload: z.record(z.string(), z.unknown()),
      salt: z.string(),
      tags: z.array(z.string()),
    })
    .optional(),
  /** Only for erased events: the event that records the erasure. Its `contentText` hashes to its `contentHash`. */
  erasure: EventHeader.extend({ contentText: z.string() }).optional(),
  /** Replaces `content`: the stored text of an altered event whose content is no longer canonical. */
  contentText: z.string().optional(),
});
export type EvidenceEvent = z.infer<typeof EvidenceEvent>;

const Verdict = z.enum(["ok", "failed", "not_checked"]);

/** The result of verifying the stored chain when the package was generated. */
export const ChainVerificationResult = z.strictObject({
  status: z.enum(["ok", "failed"]),
  /** Positions that were verified, of all models; `to` is less than `from` if there were none. */
  from: z.int(),
  to: z.int(),
  eventsVerified: z.int(),
  /** Those whose content was erased, as recorded on the chain. Absent if there were none. */
  erased: z.int().optional(),
  verdicts: z.strictObject({
    content: Verdict,
    linkage: Verdict,
    completeness: Verdict,
    checkpoints: Verdict,
    anchor: Verdict,
  }),
  /** The first hundred. */
  findings: z.array(
    z.strictObject({
      chainPosition: z.number(),
      eventId: z.string().nullable(),
      code: z.string(),
      expected: z.string().nullable(),
      actual: z.string().nullable(),
    }),
  ),
  findingsTotal: z.int(),
  verifiedAt: IsoMilliseconds,
});
export type ChainVerificationResult = z.infer<typeof ChainVerificationResult>;

/**
 * That every event of the bundle is a leaf of the tree which the checkpoint signed: one proof for all (RFC 6962 tree). The
 * root is computed by going down from the whole tree: a range without any event of the bundle is the next of `hashes`; a
 * range of one leaf that is in the bundle is its leaf hash; any other range is split as RFC 6962, 2.1 splits it.
 */
const MembershipProof = z.strictObject({ treeSize: z.int().min(1), hashes: z.array(Hash) });

/** Attestations of the checkpoint by third parties, so that it does not depend on the service alone. */
export const Attestations = z.strictObject({
  /** Cosignatures of different witnesses that the service required before the package relied on the checkpoint. */
  quorum: z.int().min(0),
  /** Cosignatures (c2sp.org/tlog-cosignature) of the checkpoint's signed note: origin, size and root. */
  cosignatures: z.array(z.strictObject(Cosignature.shape)),
  /** RFC 3161 timestamps of the checkpoint's hash. */
  timestamps: z.array(z.strictObject(CheckpointTimestamp.shape)),
});
export type Attestations = z.infer<typeof Attestations>;

export const ChainPart = z.strictObject({
  /** Absent without a checkpoint, and in packages of versions without witnesses. */
  attestations: Attestations.optional(),
  /** The signed state of the chain; null if no proof was requested or none could be signed. */
  checkpoint: Checkpoint.nullable(),
  membership: MembershipProof.nullable(),
  /** Why there is no checkpoint or no proof, as a sentence; null if both exist. */
  withoutProof: z.string().nullable(),
  /**
   * All events of the model in these positions are in the bundle, each naming the previous one; null: no such
   * statement.
   */
  thread: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
  verification: ChainVerificationResult,
});
export type ChainPart = z.infer<typeof ChainPart>;

export const Summary = z.strictObject({
  totalEvents: z.int(),
  inferences: z.int(),
  configChanges: z.int(),
  deployments: z.int(),
  humanReviews: z.int(),
  alerts: z.int(),
  /** Events received more than 24 hours after their own time. Absent in packages of earlier versions. */
  recordedLate: z.int().optional(),
  /** True only if the content and the links of events were checked and no check failed. */
  chainIntact: z.boolean(),
  /** Absent in packages of earlier versions, whose `chainIntact` is also true if nothing was checked. */
  integrity: z
    .strictObject({
      status: z.enum(integrityStatuses),
      /** The checks with their results, or why none ran. */
      sentence: z.string(),
      /** Sentences about the period: that it precedes the first recorded event, or is not over. */
      period: z.array(z.string()),
    })
    .optional(),
});
export type Summary = z.infer<typeof Summary>;

/** Reviews of a kind, those that state an outcome, and their outcomes. */
const ReviewCounts = z.strictObject({
  reviews: z.int(),
  withOutcome: z.int(),
  outcomes: z.record(z.enum(reviewOutcomes), z.int()),
});

/** Statistics about the listed and withheld events, for charts and sentences. */
export const Statistics = z.strictObject({
  /** By event type, including types without events. */
  byType: z.record(z.string(), z.int()),
  bySeverity: z.record(z.string(), z.int()),
  /** Monday-based weeks of `timestamp` in UTC, without gaps, at most 523; months (first day) where the period is over two years. */
  bucket: z.enum(["week", "month"]),
  buckets: z.array(
    z.strictObject({
      /** `YYYY-MM-DD`, its first day. */
      start: z.string(),
      events: z.int(),
      inferences: z.int(),
      alerts: z.int(),
      humanReviews: z.int(),
    }),
  ),
  oversight: z.strictObject({
    reviews: z.int(),
    /** Case reviews that changed the model's decision: `overridden: true`, or `outcome` OVERRIDDEN. */
    overridden: z.int(),
    /** Case reviews that state an outcome, the denominator of `overridden`. */
    withOutcome: z.int(),
    /** Inferences that state `reviewed: true`. Without `kinds`, an earlier version also counted `automated: false`. */
    inferencesReviewed: z.int(),
    /** Inferences that state `reviewed: false`. */
    inferencesNotReviewed: z.int().optional(),
    /** Inferences that state `automated: false`, which does not mean that they were reviewed. */
    inferencesNotAutomated: z.int().optional(),
    reviewers: z.int(),
    /**
     * Reviews by what they decide on, from the payload's `kind`. Absent in packages of earlier versions, which counted
     * STOPPED and reviews of every kind in `overridden` and `withOutcome`.
     */
    kinds: z.record(z.enum(reviewKinds), ReviewCounts).optional(),
  }),
  /** From each event's own time to its receipt. Absent in packages of earlier versions. */
  recording: z
    .strictObject({
      /** Events by lag, each class up to its name: a minute, an hour, a day, 7 days, 30 days, longer. */
      lags: z.record(z.enum(lagClasses), z.int()),
      /** Events received more than 24 hours after their own time. */
      late: z.int(),
      longestMs: z.int().nullable(),
      /** The first and the last receipt. */
      firstAt: z.string().nullable(),
      lastAt: z.string().nullable(),
    })
    .optional(),
  alerts: z.strictObject({ bySeverity: z.record(z.string(), z.int()), acknowledged: z.int(), resolved: z.int() }),
  /** Values of `payload.modelVersion`, with the first and last time of each, in the order of first appearance; at most 50. */
  modelVersions: z.array(
    z.strictObject({ version: z.string(), events: z.int(), firstAt: IsoMilliseconds, lastAt: IsoMilliseconds }),
  ),
  actors: z.int(),
  firstAt: IsoMilliseconds.nullable(),
  lastAt: IsoMilliseconds.nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

/** Evidence of one kind that was found for a requirement. */
export const FoundEvidence = z.strictObject({
  /** Of the mapping's table of kinds: `test.passed`. */
  kind: z.string(),
  label: z.string(),
  weight: z.enum(["adverse", "strong", "supporting", "reference"]),
  events: z.int(),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
export type FoundEvidence = z.infer<typeof FoundEvidence>;

/** A document that the organisation supplied for a requirement. Its content is not part of the package. */
export const SuppliedDocument = z.strictObject({
  id: z.string(),
  /** ID of the requirement. */
  requirement: z.string(),
  title: z.string(),
  version: z.string().nullable(),
  signedBy: z.string().nullable(),
  /** Where the organisation keeps it. */
  reference: z.string().nullable(),
  /** SHA-256 of the document's bytes. */
  contentHash: Hash,
  /** First and last day of validity, `YYYY-MM-DD`; null: no limit. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  suppliedAt: IsoMilliseconds,
  /** The event of the chain that records it. */
  suppliedBy: z.string(),
});
export type SuppliedDocument = z.infer<typeof SuppliedDocument>;

/**
 * The coverage of one requirement by the events of the period. `basis`, `adverse` and `evidence` are absent in packages
 * of mappings before 2026-11-24, which did not evaluate content.
 */
export const RequirementCoverage = z.strictObject({
  id: z.string(),
  group: z.string(),
  title: z.string(),
  text: z.string(),
  /** Why events of these kinds count as they do. */
  basis: z.string().optional(),
  sections: z.array(z.string()),
  counted: z.boolean(),
  status: z.enum(coverageStatuses),
  /** Why, as a sentence: for every status. */
  reason: z.string(),
  /** The document to supply in addition to events; null if none is needed. */
  document: z.string().nullable(),
  /** Events of a kind that is mapped to the requirement; each counts once, as adverse before strong. */
  events: z.int(),
  strong: z.int(),
  adverse: z.int().optional(),
  byType: z.record(z.string(), z.int()),
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** The kinds of evidence that were found, the adverse ones first. */
  evidence: z.array(FoundEvidence).optional(),
});
export type RequirementCoverage = z.infer<typeof RequirementCoverage>;

export const SectionReport = z.strictObject({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  reference: z.string(),
  included: z.boolean(),
  /** Events whose type belongs to the section. */
  events: z.int(),
  strong: z.int(),
  eventTypes: z.array(
    z.strictObject({
      type: z.string(),
      strength: z.enum(["strong", "supporting"]),
      shows: z.string(),
      events: z.int(),
    }),
  ),
});
export type SectionReport = z.infer<typeof SectionReport>;

/** ADVERSE is absent in packages of mappings before 2026-11-24, and SUPPLIED in packages without documents. */
export const CoverageByStatus = z
  .strictObject(
    Object.fromEntries(coverageStatuses.map((status) => [status, z.int()])) as Record<CoverageStatus, z.ZodInt>,
  )
  .partial({ ADVERSE: true, SUPPLIED: true });

export const FrameworkReport = z.strictObject({
  id: z.enum(frameworkIds),
  name: z.string(),
  /** Title of the package. */
  packageTitle: z.string().optional(),
  shortName: z.string(),
  issuer: z.string(),
  edition: z.string(),
  mappingVersion: z.string(),
  countedAs: z.string(),
  statement: z.string(),
  /** How long the framework requires records to be kept, if it does. */
  retention: z.strictObject({ years: z.int(), text: z.string() }).optional(),
  sections: z.array(SectionReport),
  requirements: z.array(RequirementCoverage),
  /** The organisation's documents for this model, oldest first. Absent if no documents apply. */
  documents: z.array(SuppliedDocument).optional(),
  /** All counted requirements, including those of omitted sections, so that the denominator does not change. */
  coverage: z.strictObject({
    total: z.int(),
    byStatus: CoverageByStatus,
  }),
});
export type FrameworkReport = z.infer<typeof FrameworkReport>;

export const PackagePart = z.strictObject({
  id: Id("evidencePackage"),
  organisation: z.strictObject({ id: Id("organisation"), name: z.string() }),
  model: z.strictObject({
    id: Id("model"),
    name: z.string(),
    version: z.string().nullable(),
    provider: z.string().nullable(),
    riskTier: z.string().nullable(),
    description: z.string().nullable(),
  }),
  dateRange: z.strictObject({ from: IsoMilliseconds, to: IsoMilliseconds }),
  includeChainProof: z.boolean(),
  includeHumanOversight: z.boolean(),
  sections: z.array(z.string()),
  recipientName: z.string().nullable(),
  requestedBy: z.strictObject({ type: z.string(), id: z.string(), displayName: z.string().optional() }),
  requestedAt: IsoMilliseconds,
  /** When the events of the package were read. Absent in packages of earlier versions. */
  collectedAt: IsoMilliseconds.optional(),
  /** The same in packages of earlier versions. The package is generated when it becomes READY, after it is signed. */
  generatedAt: IsoMilliseconds.optional(),
  expiresAt: IsoMilliseconds,
  classification: z.string(),
});
export type PackagePart = z.infer<typeof PackagePart>;

/** A public key in the package (RFC 7517). `kid` is the `keyId` of its signatures. */
export const EvidenceKey = z.looseObject({ kid: z.string(), kty: z.string() });

const Manifest = z.strictObject({
  /** How events were chosen: the model, and `timestamp` within the period, both ends inclusive. */
  filter: z.strictObject({ modelId: z.string(), from: IsoMilliseconds, to: IsoMilliseconds }),
  ordering: z.literal("chainPosition ascending"),
  listed: z.int(),
  withheld: z.int(),
  outsidePeriod: z.int(),
  /** Absent if no content was erased. */
  erased: z.int().optional(),
  /** Position up to which the chain was read. */
  chainSize: z.int(),
  /** When the first event of the chain and of the model was received; null without events. */
  firstRecordedAt: z.strictObject({ chain: IsoMilliseconds.nullable(), model: IsoMilliseconds.nullable() }).optional(),
  hashAlgorithm: z.literal("SHA-256"),
  canonicalForm: z.literal("RFC 8785"),
  eventSchema: z.literal("audit-event/1"),
});

/** The complete content of a package, identical in both formats. */
export const Evidence = z.strictObject({
  chain: ChainPart,
  events: z.array(EvidenceEvent),
  framework: FrameworkReport,
  generator: z.strictObject({ name: z.string(), version: z.string() }),
  keys: z.array(EvidenceKey),
  /** Sentences on what the package cannot prove and what it leaves out. */
  limits: z.array(z.string()),
  manifest: Manifest,
  package: PackagePart,
  schema: z.literal(evidenceSchema),
  statistics: Statistics,
  summary: Summary,
});
export type Evidence = z.infer<typeof Evidence>;

export const EvidenceBundle = z.strictObject({
  evidence: Evidence,
  /** `headHash` of the checkpoint; null without one. */
  headHash: Hash.nullable(),
  /** RSASSA-PKCS1-v1_5 with SHA-256 over the canonical JSON of `evidence`, in base64. */
  seal: z.strictObject({ algorithm: z.literal("RSASSA-PKCS1-v1_5-SHA256"), keyId: z.string(), signature: z.string() }),
});
export type EvidenceBundle = z.infer<typeof EvidenceBundle>;
