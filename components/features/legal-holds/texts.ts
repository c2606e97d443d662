import { timeText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  allModels: "All models",
  placed: "Placed",
  placedBy: "Placed by",
  released: "Released",
  placeHold: "Place hold",
  enterAReason: "Enter a reason.",
  releaseNamed: (name: string) => `Release ${name}`,
};

export const holdDialogs = {
  legalHold: "Legal hold",
  theLegalHold: "the legal hold",
  releasedBy: "Released by",
  releaseReason: "Release reason",
  legalHoldPlaced: (name: string) => `Legal hold “${name}” placed.`,
  placeDialog: { title: "Place a legal hold", failure: "Legal hold not placed" },
  nameDescription: "The case name. It is stored permanently on the audit chain, so don't include personal data.",
  namePlaceholder: "Complaint 2026/118",
  referenceDescription:
    "Your case reference. It is stored permanently on the audit chain, so don't include personal data.",
  referencePlaceholder: "LIT-2026-0118",
  modelsDescription: "Leave empty for all current and future models",
  clearModels: "Clear models",
  limitToAPeriod: "Limit to a period",
  limitPeriodDescription: "When off, the hold applies to all past and future periods.",
  legalHoldReleased: (name: string) => `Legal hold “${name}” released.`,
  releaseDialog: { action: "Release hold", failure: "Legal hold not released" },
  releaseConsequence:
    "After the release, data that no other hold covers can be erased and will be deleted when its retention period ends. You cannot undo the release, but you can place a new hold.",
  reasonDescription: "Visible to your organisation only. Not stored on the audit chain.",
};

export const holdForm = {
  enterTheFirstDay: "Enter the first day.",
  fromProblem: "The first day must not be after the last day.",
  allPeriods: "All past and future periods",
  andOthers: (model: string, others: number) => `${model} and ${others} others`,
  fromTo: (from: string, to: string) => `${timeText(from, "day", "UTC")} to ${timeText(to, "day", "UTC")}`,
};

export const holdList = {
  release: "Release",
  legalHolds: "Legal holds",
  pageDescription:
    "Data covered by an active hold cannot be erased or deleted. Each hold and its release are recorded on the audit chain.",
  noLegalHoldsYet: "No legal holds yet",
  noLegalHoldsText: "Place a hold to prevent the erasure and automatic deletion of data relevant to legal proceedings.",
};
