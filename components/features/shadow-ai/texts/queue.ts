import { countedText, countText } from "@/lib/platform/client/format";

export const columns = {
  risk: "Risk",
  estCost: "Est. cost",
  networks: (count: number) => `${countText(count)} networks`,
  riskFactors: "Main risk factors",
};

export const detectionQueue = {
  exceptionRequested: "Exception requested",
  noLongerListed: "No longer in this list",
  shadowAiDetections: "Shadow AI detections",
  tooManyMatches: (total: number, changeAllMax: number) =>
    `${countText(total)} detections match. You can change up to ${changeAllMax} at once. Add filters to narrow the list.`,
  selectAllMatches: (total: number) => `Select all ${countText(total)} matches`,
  notUpdated: (count: number) => `${countedText(count, "detection")} could not be updated.`,
  itIsStillSelected: "It is still selected.",
  theyAreStillSelected: "They are still selected.",
  close: "Close",
  noOpenDetections: "No open detections",
  noDetectionsStatus: "No detections with this status",
  showAllDetections: "Show all detections",
  noDetectionsYet: "No detections yet",
  emptyText: "Detections are based on proxy, DNS and firewall logs. Connect a log source to start.",
  goToLogSources: "Go to log sources",
  all: "All",
  overdue: "Overdue",
  snoozed: "Snoozed",
};

export const previewPanel = {
  close: { "aria-label": "Close preview", title: "Close preview (Esc)" },
  detection: "the detection",
  whyFlagged: (riskScore: number) => `Why flagged · risk score ${riskScore}/100`,
  keyDetails: "Key details",
  viewFullDetails: "View full details",
};

export const queueFilters = {
  showAllFilters: "Show all filters",
  atLeast: (text: string) => `At least ${text}`,
  searchProviderOrHost: "Search by provider or host",
  providerOrHost: "Provider or host",
  otherProvider: "Other provider",
  otherDepartment: "Other department",
  fewerFilters: "Fewer filters",
  moreFilters: "More filters",
  cost: "Cost",
  me: "Me",
};

export const queueKeys = {
  closePreviewClear: "Close preview or clear selection",
  nextRow: "Next row",
  previousRow: "Previous row",
};
