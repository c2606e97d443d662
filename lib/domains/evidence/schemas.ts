import { z } from "zod";
import {
  coverageStatuses,
  type FrameworkId,
  frameworkIds,
  generationSteps,
  packageFormats,
  packageStatuses,
  verificationStatuses,
} from "@/lib/domains/evidence/enums";
import { frameworkAliases, sectionIds } from "@/lib/domains/evidence/frameworks";
import { CoverageByStatus, Summary } from "@/lib/domains/evidence/schemas-bundle";
import {
  exampleExpired,
  exampleGenerated,
  examplePackage,
  examplePublicVerification,
  exampleReady,
  exampleRequest,
  exampleVerification,
} from "@/lib/domains/evidence/schemas-examples";
import { visibleText } from "@/lib/platform/core/visible-text";
import { dateRangeInput } from "@/lib/platform/documents/schemas";
import { AnyCase, Hash, HashInput, Id, IsoMilliseconds, ListOf, ListQuery, ValueOf } from "@/lib/platform/http/schemas";

/** Accepts aliases, and parses them to the name in responses. */
export const FrameworkInput = z
  .enum([...frameworkIds, ...Object.keys(frameworkAliases)])
  .transform((name) => frameworkAliases[name] ?? (name as FrameworkId))
  .meta({
    description:
      "The regulatory framework. FCA_SS1_23 is the PRA's supervisory statement SS1/23. PRA_SS1_23 is accepted as an alias.",
    examples: ["EU_AI_ACT_ANNEX_IV"],
  });

const Framework = z.enum(frameworkIds).meta({ id: "EvidenceFramework" });
const PackageStatus = z.enum(packageStatuses).meta({ id: "EvidencePackageStatus" });
const PackageFormat = z.enum(packageFormats).meta({ id: "EvidencePackageFormat" });

const rangeYearsMax = 10;

const sectionLists = frameworkIds.map((id) => `${id}: ${sectionIds(id).join(", ")}`).join("; ");

const sectionsMax = 100;

const SectionsInput = z
  .array(z.string())
  .min(1, "must contain at least one section; omit it to include all sections")
  .max(sectionsMax)
  .meta({
    description: `Sections of the framework to include, without duplicates. Defaults to all sections. ${sectionLists}`,
    examples: [exampleRequest.sections],
  });

export const GenerateEvidence = z
  .strictObject({
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({
        description: "ID of a registered model. Archived models are also accepted.",
        examples: [exampleRequest.modelId],
      }),
    framework: FrameworkInput,
    dateRange: dateRangeInput(
      rangeYearsMax,
      `The period of the package, up to ${rangeYearsMax} years. The package covers the events whose \`timestamp\` is in this period.`,
    ),
    format: AnyCase(packageFormats).default("PDF").meta({ default: "PDF" }),
    includeChainProof: z.boolean().default(true).meta({
      description: "Whether the package includes the proof that links its events to a signed checkpoint of the chain",
    }),
    includeHumanOversight: z.boolean().default(true).meta({
      description: "If `false`, HUMAN_REVIEW events are counted but not listed",
    }),
    sections: SectionsInput.optional(),
    recipientName: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(...visibleText)
      .optional()
      .meta({ description: "Recipient's name, printed on the cover page", examples: [exampleRequest.recipientName] }),
    notes: z
      .string()
      .trim()
      .max(10_000)
      .optional()
      .meta({
        description: "Internal notes, which are not included in the file or in webhook events",
        examples: [exampleRequest.notes],
      }),
  })
  .superRefine(
    ({ framework, sections = [] }, context) => {
      for (const { path, message } of sectionProblems(framework, sections)) {
        context.addIssue({ code: "custom", path, message });
      }
    },
    { when: ({ value }) => SectionsOfFramework.safeParse(value).success },
  )
  .meta({ id: "GenerateEvidence", examples: [exampleRequest] });
export type GenerateEvidence = z.infer<typeof GenerateEvidence>;

/** Sections are checked even if other members are invalid, so that all problems are reported at once. */
const SectionsOfFramework = z.object({
  framework: z.enum(frameworkIds),
  sections: z.array(z.string()).max(sectionsMax).optional(),
});

function sectionProblems(framework: FrameworkId, sections: string[]): { path: PropertyKey[]; message: string }[] {
  const known = sectionIds(framework);
  return sections.flatMap((section, i) => {
    const path = ["sections", i];
    if (!known.includes(section))
      return [{ path, message: `is not a section of ${framework}. Sections: ${known.join(", ")}` }];
    return sections.indexOf(section) < i ? [{ path, message: "is a duplicate" }] : [];
  });
}

const DateRange = z.object({ from: IsoMilliseconds, to: IsoMilliseconds }).meta({ id: "EvidenceDateRange" });

/** When a package may be ready. */
export const Estimate = z.object({
  estimatedCompletionSeconds: z.int().meta({
    description:
      "Estimated time until the package is ready: the wait until generation starts, plus the generation time (5 seconds plus 1 second per 2,500 events, at most 600 seconds). The service generates up to two packages at a time for each organisation. The wait is estimated from the number of packages ahead and the median duration of your last 20 packages.",
  }),
  packagesAhead: z.int().meta({
    description: "Number of your organisation's packages that were requested earlier and are not finished",
  }),
});

/** The response to a request for a package. */
export const GeneratedPackage = z
  .object({
    id: Id("evidencePackage"),
    status: z.literal("GENERATING"),
    modelId: Id("model"),
    framework: Framework,
    dateRange: DateRange,
    ...Estimate.shape,
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "GeneratedEvidencePackage", examples: [exampleGenerated] });
export type GeneratedPackage = z.infer<typeof GeneratedPackage>;

const PackageSummary = z
  .object({
    ...Summary.shape,
    totalEvents: Summary.shape.totalEvents.meta({
      description: "Number of events in the period, including events that the package counts but does not list",
    }),
    chainIntact: Summary.shape.chainIntact.meta({
      description:
        "`true` only if the content and the links of events were verified over the period, for all models, and no check failed. `integrity.status` distinguishes a failed verification from one that did not run.",
    }),
  })
  .meta({ id: "EvidenceSummary" });
export type PackageSummary = z.infer<typeof PackageSummary>;

export const PackageCoverage = z
  .object({
    countedAs: z.string().meta({ description: "Unit of the counts: points, sub-principles or controls" }),
    total: z.int(),
    byStatus: CoverageByStatus.meta({
      description:
        "Number of requirements by status. Packages with a mapping version earlier than 2026-11-24 do not use ADVERSE.",
    }),
    headline: z.string().meta({
      description: "One-line summary: the number of requirements with each status",
    }),
  })
  .meta({
    id: "EvidenceCoverage",
    description:
      "Coverage of the framework's requirements by events. All requirements are counted, regardless of the requested sections. ADVERSE means that events record a problem with the subject of the requirement.",
  });
type PackageCoverage = z.infer<typeof PackageCoverage>;

const PackageControl = z
  .object({
    requirement: z.string().meta({ description: "ID of the requirement", examples: ["2(g)"] }),
    title: z.string(),
    counted: z.boolean().meta({ description: "`false` for sub-points and clauses that are not part of the total" }),
    status: z.enum(coverageStatuses),
    supporting: z.int().min(0).optional().meta({
      description:
        "Number of events that support the requirement. Absent in packages generated before this field was added.",
    }),
    adverse: z.int().min(0).optional().meta({
      description: "Number of adverse events. Absent in packages generated before this field was added.",
    }),
    documentNeeded: z.boolean().optional().meta({
      description:
        "`true` if the requirement needs a document. Absent in packages generated before this field was added.",
    }),
    documentSupplied: z.boolean().optional().meta({
      description: "`true` if the package lists a supplied document that was valid at the end of the package's period",
    }),
  })
  .meta({ id: "EvidencePackageControl" });
export type PackageControl = z.infer<typeof PackageControl>;

const DocumentCounts = z
  .object({
    supplied: z.int().min(0).meta({ description: "Number of these requirements whose document was supplied" }),
    needed: z.int().min(0).meta({ description: "Number of requested requirements that need a document" }),
  })
  .meta({
    id: "EvidenceDocumentCounts",
    description:
      "Documents for the counted requirements, as stated in the package. A point with sub-points counts as supplied when the documents of all its sub-points were supplied. The service does not assess documents.",
  });
/** The counted requirements that need a document, and those for which it is supplied. */
export type DocumentCounts = z.infer<typeof DocumentCounts>;

export interface StoredCoverage extends Omit<PackageCoverage, "headline"> {
  /** Absent in packages of earlier versions. */
  controls?: PackageControl[];
  /** The version in the model's registration, as stated in the package. Absent in packages of earlier versions. */
  modelVersion?: string | null;
}

const DownloadUrlText = z
  .string()
  .meta({ description: "URL of the file. Requires no API key. Valid until `downloadUrlExpiresAt`." });

export const EvidencePackage = z
  .object({
    id: Id("evidencePackage"),
    status: PackageStatus.meta({
      description:
        "Status of the package: GENERATING, then READY or FAILED. After `expiresAt`, the file is deleted and the status is EXPIRED, unless a legal hold covers the package (see `held`).",
    }),
    held: z.boolean().meta({
      description:
        "If `true`, `expiresAt` has passed, but the package stays READY until the legal hold that covers it is released",
    }),
    modelId: Id("model"),
    modelName: z.string().meta({ description: "The model's name when the package was requested" }),
    modelVersion: z.string().nullable().meta({
      description:
        "The version in the model's registration when the package was generated, as stated in the package. `null` if the model had no version, until the package is generated, and for packages generated before this field was added.",
    }),
    framework: Framework,
    dateRange: DateRange,
    summary: PackageSummary.nullable(),
    downloadUrl: DownloadUrlText.nullable().meta({
      description:
        "URL of the file, which requires no API key. `null` if the package is not READY or the URL has expired. To get a new URL, use `POST /v1/evidence/{id}/download-url`.",
    }),
    downloadUrlExpiresAt: IsoMilliseconds.nullable().meta({ description: "When the latest download URL expires" }),
    packageHash: Hash.nullable().meta({ description: "SHA-256 hash of the file's bytes" }),
    packageSignature: z.string().nullable().meta({
      description:
        "Base64-encoded RSASSA-PKCS1-v1_5 signature with SHA-256 over the file's bytes, made with the key whose ID is `keyId` (see `GET /v1/verify/keys`)",
    }),
    pages: z.int().nullable().meta({ description: "Number of pages; `null` for JSON packages" }),
    format: PackageFormat,
    generatedAt: IsoMilliseconds.nullable().meta({
      description: "When the package became READY, after it was signed. A PDF's signature contains the signing time.",
    }),
    expiresAt: IsoMilliseconds.nullable().meta({ description: "When the package expires and its file is deleted" }),
    mappingVersion: z.string().meta({
      description:
        "Version of the mapping of events to the framework. Packages are generated with the current version, even if they were requested under an earlier version.",
    }),
    sections: z.array(z.string()),
    includeChainProof: z.boolean(),
    includeHumanOversight: z.boolean(),
    recipientName: z.string().nullable(),
    notes: z.string().nullable(),
    requestedBy: z.object({ type: z.string(), id: z.string(), displayName: z.string().optional() }),
    progress: z
      .object({ step: z.enum(generationSteps), percent: z.int().min(0).max(100) })
      .nullable()
      .meta({ description: "Generation progress; `null` before generation starts and after it ends" }),
    failureReason: z
      .string()
      .nullable()
      .meta({ description: "Why generation failed; `null` unless the package is FAILED" }),
    coverage: PackageCoverage.nullable(),
    documents: DocumentCounts.nullable().meta({
      description:
        "`null` until the package is generated, and for packages that do not state which requirements need a document",
    }),
    controls: z.array(PackageControl).nullable().meta({
      description:
        "The framework's requirements with their statuses, as in the package. `null` until the package is generated, and for packages generated before this field was added.",
    }),
    keyId: z.string().nullable(),
    signedBy: z.string().nullable(),
    timestampedAt: IsoMilliseconds.nullable().meta({
      description:
        "Time in the RFC 3161 timestamp of the PDF signature. `null` for JSON packages, and if no timestamp authority is configured or the authority did not respond.",
    }),
    sizeBytes: z.int().nullable(),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "EvidencePackage", examples: [examplePackage] });
export type EvidencePackage = z.infer<typeof EvidencePackage>;

const listItem = EvidencePackage.pick({
  id: true,
  status: true,
  held: true,
  framework: true,
  modelId: true,
  modelName: true,
  modelVersion: true,
  dateRange: true,
  createdAt: true,
  generatedAt: true,
  expiresAt: true,
  pages: true,
  format: true,
  coverage: true,
  documents: true,
});
const EvidencePackageListItem = listItem.meta({
  id: "EvidencePackageListItem",
  examples: [listItem.parse(examplePackage)],
});
export type EvidencePackageListItem = z.infer<typeof EvidencePackageListItem>;

export const EvidencePackageList = ListOf("EvidencePackageList", EvidencePackageListItem);
export type EvidencePackageList = z.infer<typeof EvidencePackageList>;

export const ListEvidence = ListQuery({
  modelId: z.string().min(1).max(128).optional().meta({ description: "Only packages for this model" }),
  status: z.enum(packageStatuses).optional(),
  framework: FrameworkInput.optional(),
});
export type ListEvidence = z.infer<typeof ListEvidence>;

/** A new download URL of a package that is READY. */
export const DownloadUrl = z
  .object({ packageId: Id("evidencePackage"), downloadUrl: DownloadUrlText, downloadUrlExpiresAt: IsoMilliseconds })
  .meta({
    id: "EvidenceDownloadUrl",
    examples: [
      {
        packageId: exampleReady.id,
        downloadUrl: exampleReady.downloadUrl,
        downloadUrlExpiresAt: exampleReady.downloadUrlExpiresAt,
      },
    ],
  });
export type DownloadUrl = z.infer<typeof DownloadUrl>;

export const VerifyPackage = z
  .strictObject({
    packageHash: HashInput.meta({ description: "SHA-256 hash of your copy of the file" }),
    canonicalHash: HashInput.optional().meta({
      description:
        "For a JSON package: SHA-256 hash of the canonical form (RFC 8785) of your copy. If another program has changed only whitespace or the order of fields, `packageHash` no longer matches but this hash does, and `contentIntact` is `true`.",
    }),
  })
  .meta({ id: "VerifyEvidencePackage", examples: [{ packageHash: exampleReady.packageHash }] });
export type VerifyPackage = z.infer<typeof VerifyPackage>;

/** Checks that a package can fail, in order. */
const failedChecks = [
  "hash_mismatch",
  "file_missing",
  "file_changed",
  "key_unknown",
  "signature_invalid",
  "pdf_signature_invalid",
] as const;
export type FailedCheck = (typeof failedChecks)[number];

const status = z.enum(verificationStatuses).exclude(["not_witnessed"]).meta({
  description:
    "The verdict. The standalone verifiers return the same values. `outdated`: a later version of the service generated the package, so only hashes and signatures were checked. `unknown_signer`: a signing key is not published by this service. `tampered`: a check failed. `unusable`: the stored file is missing.",
});

const fileCheckedDescription =
  "Whether the stored file was checked. `false` for an expired package, because its file has been deleted.";

export const PackageVerification = z
  .object({
    packageId: Id("evidencePackage"),
    authentic: z.boolean().meta({
      description:
        "Whether `packageHash` matches the recorded hash and the hash of the stored file, and whether the signature is valid under a published key. For a PDF, the embedded signature must also be valid. The file of an expired package is deleted, so only its hash and signature are checked.",
    }),
    status,
    contentIntact: z.boolean().meta({
      description:
        "Whether the content is unchanged since the package was issued. `true` if `authentic` is `true`, if `canonicalHash` shows that only the formatting has changed, or if the service only added document timestamps to the file.",
    }),
    fileChecked: z.boolean().meta({ description: fileCheckedDescription }),
    message: z.string().meta({ description: "The result in plain text" }),
    failedCheck: z
      .enum(failedChecks)
      .nullable()
      .meta({ description: "The first check that failed; `null` if all checks passed" }),
    framework: Framework.meta({
      description:
        "Framework of the package. `framework`, `modelId` and `dateRange` are read from the signed file, or from the audit chain if the file is missing or was changed.",
    }),
    modelId: Id("model"),
    dateRange: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }),
    generatedAt: IsoMilliseconds.meta({
      description: "When the package became READY, as recorded on the audit chain",
    }),
    signedBy: z.string(),
    keyId: z.string(),
    verifiedAt: IsoMilliseconds,
  })
  .meta({ id: "EvidencePackageVerification", examples: [exampleVerification] });
export type PackageVerification = z.infer<typeof PackageVerification>;

export const PackageHashParams = z.strictObject({
  packageHash: z.string().meta({
    description: "SHA-256 hash of the file, as 64 hexadecimal digits with or without the prefix `sha256:`",
    examples: [exampleReady.packageHash],
  }),
});

/** The public verification of a package or a report by its hash. Contains nothing about the organisation, the model or the events. */
export const PublicPackageVerification = z
  .object({
    packageId: Id("evidencePackage")
      .nullable()
      .meta({ description: "ID of the package; `null` if the file is a report" }),
    reportId: Id("report").nullable().meta({ description: "ID of the report; `null` if the file is a package" }),
    authentic: z.boolean().meta({
      description:
        "For a package, `true` if the signature is valid and the stored file still has this hash. After the file has been deleted, only the signature is checked. The result is cached for up to a minute. For a report, `true` if the audit chain records this hash. The signature in the report's PDF is not checked.",
    }),
    status,
    fileChecked: z.boolean().meta({ description: `${fileCheckedDescription} Always \`false\` for a report.` }),
    framework: Framework.nullable().meta({ description: "Framework of the package; `null` for a report" }),
    format: PackageFormat,
    generatedAt: IsoMilliseconds,
    signedBy: z.string(),
    keyId: z.string(),
    verifiedAt: IsoMilliseconds,
    packageSignature: z
      .string()
      .nullable()
      .meta({ description: "Base64-encoded signature of the package; `null` for a report" }),
    message: z.string(),
  })
  .meta({ id: "PublicPackageVerification", examples: [examplePublicVerification] });
export type PublicPackageVerification = z.infer<typeof PublicPackageVerification>;

/** `data` of `evidence.ready`: the fields of a package that the specification lists. */
export const EvidenceReadyData = z
  .object({
    id: Id("evidencePackage"),
    status: z.literal("READY"),
    modelId: Id("model"),
    modelName: z.string(),
    framework: ValueOf(frameworkIds),
    dateRange: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }),
    summary: z.object(Summary.shape),
    downloadUrl: DownloadUrlText,
    downloadUrlExpiresAt: IsoMilliseconds,
    packageHash: Hash,
    packageSignature: z.string(),
    pages: z.int().nullable().meta({ description: "Number of pages; `null` for JSON packages" }),
    format: z.enum(packageFormats),
    generatedAt: IsoMilliseconds,
    expiresAt: IsoMilliseconds,
  })
  .meta({
    id: "EvidenceReadyData",
    description: "A package that is ready to download.",
    examples: [exampleReady],
  });

/** `data` of `evidence.expired`. */
export const EvidenceExpiredData = z
  .object({
    id: Id("evidencePackage"),
    modelId: Id("model"),
    framework: ValueOf(frameworkIds),
    downloadUrlExpiresAt: IsoMilliseconds,
  })
  .meta({
    id: "EvidenceExpiredData",
    description:
      "A package whose download URL has expired. While the package is READY, you can create a new URL with `POST /v1/evidence/{id}/download-url`.",
    examples: [exampleExpired],
  });
