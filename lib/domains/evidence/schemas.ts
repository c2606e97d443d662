import { z } from "zod";
import {
  type FrameworkId,
  frameworkIds,
  generationSteps,
  packageFormats,
  packageStatuses,
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
import { Hash, HashInput, Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

/** On input also by its other names; parsed to the one that answers have. */
export const FrameworkInput = z
  .enum([...frameworkIds, ...Object.keys(frameworkAliases)])
  .transform((name) => frameworkAliases[name] ?? (name as FrameworkId))
  .meta({
    description:
      "The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is taken for it",
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
  .min(1, "must name at least one section; leave it out for all of them")
  .max(sectionsMax)
  .meta({
    description: `Sections of the framework to include, each once. Left out: all. ${sectionLists}`,
    examples: [exampleRequest.sections],
  });

export const GenerateEvidence = z
  .strictObject({
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: "A registered model, archived or not", examples: [exampleRequest.modelId] }),
    framework: FrameworkInput,
    dateRange: dateRangeInput(rangeYearsMax, `The period of the events' \`timestamp\`, at most ${rangeYearsMax} years`),
    format: z.enum(packageFormats).default("PDF"),
    includeChainProof: z.boolean().default(true).meta({
      description: "Whether the package carries what ties its events to a signed checkpoint of the chain",
    }),
    includeHumanOversight: z.boolean().default(true).meta({
      description: "false: HUMAN_REVIEW events are counted and not shown",
    }),
    sections: SectionsInput.optional(),
    recipientName: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(...visibleText)
      .optional()
      .meta({ description: "Printed on the cover page", examples: [exampleRequest.recipientName] }),
    notes: z
      .string()
      .trim()
      .max(10_000)
      .optional()
      .meta({ description: "For yourself: in no file and in no webhook", examples: [exampleRequest.notes] }),
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
    if (!known.includes(section)) return [{ path, message: `is no section of ${framework}: ${known.join(", ")}` }];
    return sections.indexOf(section) < i ? [{ path, message: "is named twice" }] : [];
  });
}

const DateRange = z.object({ from: IsoMilliseconds, to: IsoMilliseconds }).meta({ id: "EvidenceDateRange" });

/** The response to a request for a package. */
export const GeneratedPackage = z
  .object({
    id: Id("evidencePackage"),
    status: z.literal("GENERATING"),
    modelId: Id("model"),
    framework: Framework,
    dateRange: DateRange,
    estimatedCompletionSeconds: z.int().meta({
      description: "From the number of the model's events: 5 seconds and one for every 2,500, at most 600",
    }),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "GeneratedEvidencePackage", examples: [exampleGenerated] });
export type GeneratedPackage = z.infer<typeof GeneratedPackage>;

const PackageSummary = z
  .object({
    ...Summary.shape,
    totalEvents: Summary.shape.totalEvents.meta({ description: "Events of the period, those that are withheld too" }),
    chainIntact: Summary.shape.chainIntact.meta({
      description:
        "true only if the content and the links of events were verified over the period, for all models, and no check failed. `integrity.status` tells a failed verification from one that did not run",
    }),
  })
  .meta({ id: "EvidenceSummary" });
export type PackageSummary = z.infer<typeof PackageSummary>;

const PackageCoverage = z
  .object({
    countedAs: z.string().meta({ description: "The counted unit: points, sub-principles or controls" }),
    total: z.int(),
    byStatus: CoverageByStatus.meta({
      description: "ADVERSE is absent in packages of mapping versions before 2026-11-24",
    }),
    headline: z
      .string()
      .meta({ description: "Coverage in one line: evidenced, partial, adverse, to supply, of the total" }),
  })
  .meta({
    id: "EvidenceCoverage",
    description:
      "Coverage of the framework's requirements by events. All requirements are counted, whichever sections were requested. ADVERSE: evidence exists and speaks against the requirement",
  });
type PackageCoverage = z.infer<typeof PackageCoverage>;
export type StoredCoverage = Omit<PackageCoverage, "headline">;

const DownloadUrlText = z.string().meta({ description: "Needs no API key; works until downloadUrlExpiresAt" });

export const EvidencePackage = z
  .object({
    id: Id("evidencePackage"),
    status: PackageStatus.meta({
      description:
        "GENERATING, then READY or FAILED; EXPIRED once `expiresAt` has passed and the file is kept no longer. Past that time it stays READY while a legal hold covers it: see `held`",
    }),
    held: z.boolean().meta({
      description:
        "true: `expiresAt` has passed, and the file is kept because a legal hold covers it, until it is released",
    }),
    modelId: Id("model"),
    modelName: z.string().meta({ description: "The name when the package was requested" }),
    framework: Framework,
    dateRange: DateRange,
    summary: PackageSummary.nullable(),
    downloadUrl: DownloadUrlText.nullable().meta({
      description:
        "Needs no API key. null unless the package is READY, and again when the URL has expired: `POST /v1/evidence/{id}/download-url` gives a new one",
    }),
    downloadUrlExpiresAt: IsoMilliseconds.nullable().meta({ description: "Of the latest download URL" }),
    packageHash: Hash.nullable().meta({ description: "SHA-256 of the file's bytes" }),
    packageSignature: z.string().nullable().meta({
      description:
        "Base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the file's bytes, by the key `keyId` of `GET /v1/verify/keys`",
    }),
    pages: z.int().nullable().meta({ description: "null for JSON" }),
    format: PackageFormat,
    generatedAt: IsoMilliseconds.nullable().meta({
      description: "When the package became READY. It was signed before; the signature of a PDF states when",
    }),
    expiresAt: IsoMilliseconds.nullable().meta({ description: "Until when the file is kept" }),
    mappingVersion: z.string().meta({
      description:
        "Version of our mapping of events onto the framework. Packages are generated under the current version, even if they were requested under an earlier one",
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
      .meta({ description: "Where the generation is; null before it begins and once it has ended" }),
    failureReason: z.string().nullable().meta({ description: "Why there is no package; null unless FAILED" }),
    coverage: PackageCoverage.nullable(),
    keyId: z.string().nullable(),
    signedBy: z.string().nullable(),
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
  dateRange: true,
  createdAt: true,
  generatedAt: true,
  expiresAt: true,
  pages: true,
  format: true,
});
const EvidencePackageListItem = listItem.meta({
  id: "EvidencePackageListItem",
  examples: [listItem.parse(examplePackage)],
});
export type EvidencePackageListItem = z.infer<typeof EvidencePackageListItem>;

export const EvidencePackageList = ListOf("EvidencePackageList", EvidencePackageListItem);
export type EvidencePackageList = z.infer<typeof EvidencePackageList>;

export const ListEvidence = ListQuery({
  modelId: z.string().min(1).max(128).optional().meta({ description: "Only packages about this model" }),
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
  .strictObject({ packageHash: HashInput.meta({ description: "SHA-256 of the file that you have" }) })
  .meta({ id: "VerifyEvidencePackage", examples: [{ packageHash: exampleReady.packageHash }] });
export type VerifyPackage = z.infer<typeof VerifyPackage>;

/** Checks that a package can fail, in order. */
const failedChecks = ["hash_mismatch", "file_missing", "file_changed", "key_unknown", "signature_invalid"] as const;
export type FailedCheck = (typeof failedChecks)[number];

const fileCheckedDescription =
  "Whether the stored file was compared. false for an expired package, whose file has been deleted";

export const PackageVerification = z
  .object({
    packageId: Id("evidencePackage"),
    authentic: z.boolean().meta({
      description:
        "true only when the given hash is the recorded one, the stored file, read again, has the same hash, and the signature verifies under a published key. For an expired package, whose file is deleted, only hash and signature are checked",
    }),
    fileChecked: z.boolean().meta({ description: fileCheckedDescription }),
    message: z.string().meta({ description: "Which check failed, as a sentence" }),
    failedCheck: z.enum(failedChecks).nullable().meta({ description: "The first check that failed" }),
    framework: Framework.meta({
      description:
        "As signed in the package, like modelId and dateRange. If the file is gone or changed: as recorded on the audit chain",
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
    description: "SHA-256 of a package's file: `sha256:` and 64 hexadecimal digits, or the digits alone",
    examples: [exampleReady.packageHash],
  }),
});

/** The public verification of a package by its hash. Contains nothing about the organisation, the model or the events. */
export const PublicPackageVerification = z
  .object({
    packageId: Id("evidencePackage"),
    authentic: z.boolean().meta({
      description:
        "Whether the signature verifies and, while the file is kept, the stored file still has this hash (looked at once a minute at most)",
    }),
    fileChecked: z.boolean().meta({ description: fileCheckedDescription }),
    framework: Framework,
    format: PackageFormat,
    generatedAt: IsoMilliseconds,
    signedBy: z.string(),
    keyId: z.string(),
    verifiedAt: IsoMilliseconds,
    packageSignature: z.string(),
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
    framework: z.string(),
    dateRange: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }),
    summary: z.object(Summary.shape),
    downloadUrl: DownloadUrlText,
    downloadUrlExpiresAt: IsoMilliseconds,
    packageHash: Hash,
    packageSignature: z.string(),
    pages: z.int().nullable().meta({ description: "null for JSON" }),
    format: z.enum(packageFormats),
    generatedAt: IsoMilliseconds,
    expiresAt: IsoMilliseconds,
  })
  .meta({
    id: "EvidenceReadyData",
    description: "The package, ready to be downloaded.",
    examples: [exampleReady],
  });

/** `data` of `evidence.expired`. */
export const EvidenceExpiredData = z
  .object({
    id: Id("evidencePackage"),
    modelId: Id("model"),
    framework: z.string(),
    downloadUrlExpiresAt: IsoMilliseconds,
  })
  .meta({
    id: "EvidenceExpiredData",
    description:
      "The package whose download URL works no longer. While the package itself is READY, `POST /v1/evidence/{id}/download-url` gives a new one.",
    examples: [exampleExpired],
  });
