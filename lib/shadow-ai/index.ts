export { listAssignees } from "@/lib/shadow-ai/detections/assignees";
export { findSimilarDetections, getDetection, listDetections } from "@/lib/shadow-ai/detections/read-detections";
export {
  approveException,
  listExceptions,
  rejectException,
  requestException,
  withdrawException,
} from "@/lib/shadow-ai/exceptions/exceptions";
export { expireExceptions } from "@/lib/shadow-ai/exceptions/expire-exceptions";
export type { ImportProgress } from "@/lib/shadow-ai/imports/count-log";
export { importLog } from "@/lib/shadow-ai/imports/import-log";
export { getImport, listImports, listSources, sweepChangedUses, sweepImports } from "@/lib/shadow-ai/imports/imports";
export { receiveObservations } from "@/lib/shadow-ai/imports/receive-observations";
export { findWaitingLogs, importWaitingLogs } from "@/lib/shadow-ai/imports/watch-folder";
export { deleteOverride, explainHost, getCatalogue, putOverride } from "@/lib/shadow-ai/organisation/catalogue";
export { getSettings, updateSettings } from "@/lib/shadow-ai/organisation/settings";
export { readDetectionFigures, readQueue, readSensors } from "@/lib/shadow-ai/overview/dashboard";
export {
  readReportedDetections,
  readReportedSlaDays,
  readStats,
  readTrends,
} from "@/lib/shadow-ai/overview/statistics";
export type { ReportedDetection } from "@/lib/shadow-ai/overview/store";
export { undoOperation, undoStep } from "@/lib/shadow-ai/triage/undo-step";
export { updateDetection, updateDetections } from "@/lib/shadow-ai/triage/update-detections";
export { analyseUses } from "@/lib/shadow-ai/uses/analyse-uses";
export { deleteOldTraffic, pruneTraffic } from "@/lib/shadow-ai/uses/traffic-retention";
export { costBases, resolutions } from "@/lib/shadow-ai/vocabulary";
