import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { countedText, countText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  validFromProblem: "The first day must not be after the last day.",
  allModels: "All models",
  requirement: "Requirement",
  signedBy: "Signed by",
  supplyDocument: "Supply document",
  sections: "Sections",
  pages: "Pages",
  retainedUntil: "Retained until",
};

export const documentForm = {
  selectAFramework: "Select a framework.",
  selectARequirement: "Select a requirement.",
  enterATitle: "Enter a title.",
  contentHashProblem: "Choose the file, or enter its SHA-256 hash (64 hexadecimal digits).",
  noLimit: "No limit",
  until: (validUntil: string) => `Until ${validUntil}`,
  from: (validFrom: string) => `From ${validFrom}`,
  fromTo: (validFrom: string, validUntil: string) => `${validFrom} to ${validUntil}`,
};

export const documentList = {
  document: "Document",
  valid: "Valid",
  supplied: "Supplied",
  documents: "Documents",
  pageDescription:
    "Documents for requirements that events alone cannot support. The service stores only the hash and details of each document, lists them in packages and records them on the audit chain.",
  withdrawn: "Withdrawn",
  current: "Current",
  noDocumentsYet: "No documents yet",
  noDocumentsYetText:
    "Supply a document, such as a policy or a declaration of conformity. Packages then list it and show the requirement that it covers as supplied.",
  withdraw: "Withdraw",
  withdrawTitled: (title: string) => `Withdraw ${title}`,
  withdrawBody:
    "Packages requested later will no longer list it. Existing packages do not change. You can't undo this.",
  withdrawDocument: "Withdraw document",
  withdrawQuestion: (title: string) => `Withdraw ${title}?`,
  documentWithdrawn: (title: string) => `${title} was withdrawn.`,
};

export const evidenceDetail = {
  kind: { title: "Evidence package", label: "the package" },
  generationFailed: "The package could not be generated",
  requestItAgain: "Request it again",
  thisPackageHasExpired: "This package has expired",
  expiredNotice: "The file was deleted. Its hash and signature are kept, so existing copies can still be verified.",
  recordedLate: (recordedLate: number, totalEvents: number) =>
    `${recordedLate} of ${countedText(totalEvents, "event")} ${recordedLate === 1 ? "was" : "were"} recorded more than 24 hours after the time stated by the sender.`,
  positionsListed: "The package lists the affected positions.",
  alertTitles: {
    INTACT: "Notes on the events in this package",
    NOT_INTACT: "The audit chain was not intact when this package was generated",
    NOT_VERIFIED: "The audit chain was not verified for this package",
  },
  download: (format: string) => `Download ${format}`,
  stepLabels: {
    collect: "Finding events in the period",
    verify: "Verifying the audit chain",
    render: "Generating the document",
    sign: "Signing the package",
    store: "Storing the file",
    publish: "Publishing the hash",
  },
  queued: "Queued",
  stepProgress: (percent: number | undefined) => `${percent ?? 0}% of this step complete`,
  adverseEvidence: "Adverse evidence",
  adverseEvidenceNotice: "Some evidence counts against a requirement. See the first page of the package.",
  basedOn: ({
    totalEvents,
    inferences,
    humanReviews,
    deployments,
    configChanges,
    alerts,
  }: NonNullable<EvidencePackage["summary"]>) =>
    `Based on ${countedText(totalEvents, "event")}: ${countedText(inferences, "inference")}, ${countedText(humanReviews, "human review")}, ${countedText(deployments, "deployment")}, ${countedText(configChanges, "configuration change")}, ${countedText(alerts, "alert")}.`,
  verify: "Verify",
  verifyTheStoredFile: "Verify the stored file",
  verifyCopyBrowser: "Verify a copy in the browser",
  verificationFailed: "The package could not be verified",
  verifyWithStandardTools: "Verify with standard tools",
  commandsVerifyPackage: "Commands that verify the package",
  commands: "commands",
  integrityLabels: { INTACT: "Intact", NOT_INTACT: "Not intact", NOT_VERIFIED: "Not verified" },
  auditChain: "Audit chain",
  chainProof: "Chain proof",
  included: "Included",
  notIncluded: "Not included",
  humanReviews: "Human reviews",
  listed: "Listed",
  countedOnly: "Counted only",
  recipient: "Recipient",
  signatureTimestamp: "Signature timestamp",
  packageHash: "package hash",
  internalNotes: "Internal notes",
  retention: "Retention",
};

export const evidenceList = {
  pageDescription:
    "Signed evidence for a model and period, structured by framework. Anyone can verify a package without an account.",
  evidencePackages: "Evidence packages",
  newPackage: "New package",
  noEvidencePackagesYet: "No evidence packages yet",
  noEvidencePackagesText: "Generate a package to share a model's records with a regulator, an auditor or a customer.",
};

export const laterSteps = {
  inclusiveUtc: "Inclusive, UTC",
  noEventsInPeriod: "The model has no events in this period.",
  eventsInPeriod: (totalEvents: number) => `The model has ${countedText(totalEvents, "event")} in this period.`,
  countingEvents: "Counting events…",
  noEvents: "No events",
  eventsAndStrong: (events: number, strongEvents: number) =>
    `${countedText(events, "event")}, ${countText(strongEvents)} strong`,
  afterInTheQueue: (time: string, packagesAhead: number) =>
    `${time}, after ${countedText(packagesAhead, "package")} in the queue`,
  fromTo: (from: string, to: string) => `${from} to ${to}, UTC`,
  all: "All",
  selectedOf: (count: number, count2: number | undefined) => `${count} of ${count2 ?? "…"}`,
  estimatedTime: "Estimated time",
  pdfJsonEvidenceAttached: "PDF (JSON evidence attached)",
  json: "JSON",
  includeChainProof: "Include chain proof (links the events to a signed checkpoint)",
  includeHumanReviews: "Include human reviews (otherwise, they are only counted)",
  recipientPrintedCover: "Recipient (printed on the cover)",
  internalNotesIncluded: "Internal notes (not included in the package)",
};

export const requestForm = {
  selectAModel: "Select a model.",
  enterPeriod: "Enter the first and last day of the period.",
  periodTooLong: (periodYearsMax: number) => `The period must not exceed ${periodYearsMax} years.`,
  selectSection: "Select at least one section.",
};

export const requestWizard = {
  scope: "Scope",
  review: "Review",
  newEvidencePackage: "New evidence package",
  requestFailed: "The package could not be requested",
  back: "Back",
  generatePackage: "Generate package",
  next: "Next",
  ownModelsOnly: "Your role allows you to generate evidence only for models that you own",
};

export const supplyDialog = {
  recorded: (title: string) => `${title} was recorded.`,
  dialog: { title: "Supply a document", failure: "Document not recorded" },
  sha256Hash: "SHA-256 hash",
  title: "Title",
  validFrom: "Valid from",
  validUntil: "Valid until",
  referenceDescription: "Document number or URL in your records",
  theRequirements: "the requirements",
  noRequirementsFound: "No requirements found",
  noModelsFound: "No models found",
  clearModel: "Clear model",
  hashingFailed: "The browser could not read or hash the file. Enter its hash below.",
  fileDescription: "The hash is computed on this device. The file is not uploaded.",
  filePlaceholder: "Choose a file",
};
