import { countedText, countText } from "@/lib/platform/client/format";

export const laterSteps = {
  inclusiveUtc: "Included in the period (UTC)",
  noEventsInPeriod: "The model has no events in this period.",
  eventsInPeriod: (totalEvents: number) => `The model has ${countedText(totalEvents, "event")} in this period.`,
  countingEvents: "Counting events…",
  countingFailed: "The events could not be counted",
  noEvents: "No events",
  eventsAndStrong: (events: number, strongEvents: number) =>
    `${countedText(events, "event")} (strong evidence: ${countText(strongEvents)})`,
  afterInTheQueue: (time: string, packagesAhead: number) =>
    `${time}, with ${countedText(packagesAhead, "package")} ahead in the queue`,
  fromTo: (from: string, to: string) => `${from} to ${to} (UTC)`,
  all: "All",
  selectedOf: (selected: number, available: number | undefined) => `${selected} of ${available ?? "…"}`,
  estimatedTime: "Estimated time",
  storedFor: "Stored for",
  retentionSetting: "Administrators can change the retention period for new packages.",
  viewRetention: "View organisation settings",
  pdfJsonEvidenceAttached: "PDF (JSON evidence attached)",
  json: "JSON",
  includeChainProof: "Include a chain proof (links the events to a signed checkpoint)",
  includeHumanReviews: "Include human reviews (otherwise, they are only counted)",
  recipientPrintedCover: "Recipient (printed on the cover)",
  internalNotesIncluded: "Internal notes (not included in the package)",
};
