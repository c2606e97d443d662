import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { countedText, countText } from "@/lib/platform/client/format";

export const evidenceDetail = {
  kind: { title: "Evidence package", label: "the package" },
  generationFailed: "The package could not be generated",
  requestItAgain: "Request the package again",
  thisPackageHasExpired: "This package has expired",
  expiredNotice: "The file was deleted. Its hash and signature are kept, so existing copies can still be verified.",
  recordedLate: (recordedLate: number, totalEvents: number) =>
    `${recordedLate} of ${countedText(totalEvents, "event")} ${recordedLate === 1 ? "was" : "were"} recorded more than 24 hours after the time stated by the sender. Events recorded more than 30 days after that time do not count as strong evidence.`,
  viewEvents: "View the model's events in this period",
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
  adverseEvidenceNotice: "Some events record problems related to a control. Review these events in the package.",
  basedOn: ({
    totalEvents,
    inferences,
    humanReviews,
    deployments,
    configChanges,
    alerts,
  }: NonNullable<EvidencePackage["summary"]>) => {
    const others = totalEvents - inferences - humanReviews - deployments - configChanges - alerts;
    return `Based on ${countedText(totalEvents, "event")}: ${countedText(inferences, "inference")}, ${countedText(humanReviews, "human review")}, ${countedText(deployments, "deployment")}, ${countedText(configChanges, "configuration change")}, ${countedText(alerts, "alert")} and ${countedText(others, "other event")}.`;
  },
  controls: "Controls",
  currentControls: "View current control status",
  controlsOfPackage: "The status of each control when the package was generated",
  control: "Control",
  counted: "Counted:",
  notCounted: "Not counted:",
  groupCounts: (controls: string, counts: string) => `${controls} (${counts})`,
  basis: "Events and document",
  viewControlEvents: (control: string, counts: string) => `View current events of ${control}: ${counts}`,
  eventCounts: (supporting: number, adverse: number) =>
    [
      ...(supporting > 0 ? [`${countText(supporting)} supporting`] : []),
      ...(adverse > 0 ? [`${countText(adverse)} adverse`] : []),
    ].join(", "),
  verify: "Verify",
  verifyTheStoredFile: "Verify the stored file",
  verifyCopyBrowser: "Verify a copy in the browser",
  verificationFailed: "The package could not be verified",
  verifyWithStandardTools: "Verify with standard tools",
  commandsVerifyPackage: "Commands that verify the package",
  commands: "commands",
  integrityLabels: { INTACT: "Intact", NOT_INTACT: "Not intact", NOT_VERIFIED: "Not verified" },
  auditChain: "Audit chain",
  modelVersion: "Model version",
  registeredVersion: (version: string) => `${version}, as registered when the package was generated`,
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

/** `Credit scoring 4.2.0`. */
export function modelText({ modelName, modelVersion }: Pick<EvidencePackage, "modelName" | "modelVersion">): string {
  return [modelName, modelVersion].filter(Boolean).join(" ");
}

export const evidenceList = {
  pageDescription:
    "Signed evidence for a model and period, organised by framework requirement. Anyone can verify a package without an account.",
  viewControls: "View control status",
  evidencePackages: "Evidence packages",
  newPackage: "New package",
  noEvidencePackagesYet: "No evidence packages yet",
  noEvidencePackagesText: "Generate a package to share a model's records with a regulator, an auditor or a customer.",
};
