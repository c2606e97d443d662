export { addComment, listComments, withdrawComment } from "@/lib/domains/shadow-ai/comments/comments";
export { listAssignees } from "@/lib/domains/shadow-ai/detections/assignees";
export { notifyOverdue } from "@/lib/domains/shadow-ai/detections/notify-overdue";
export {
  findSimilarDetections,
  getDetection,
  listDetections,
} from "@/lib/domains/shadow-ai/detections/read-detections";
export { costBases, resolutions } from "@/lib/domains/shadow-ai/enums";
export {
  approveException,
  listExceptions,
  rejectException,
  requestException,
  withdrawException,
} from "@/lib/domains/shadow-ai/exceptions/exceptions";
export { expireExceptions } from "@/lib/domains/shadow-ai/exceptions/expire-exceptions";
export type { ImportProgress } from "@/lib/domains/shadow-ai/imports/count-log";
export { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
export {
  getImport,
  listImports,
  listSources,
  sweepChangedUses,
  sweepImports,
} from "@/lib/domains/shadow-ai/imports/imports";
export { previewLog } from "@/lib/domains/shadow-ai/imports/preview-log";
export { receiveObservations } from "@/lib/domains/shadow-ai/imports/receive-observations";
export { failStoredLog, importStoredLog, sweepStoredLogs } from "@/lib/domains/shadow-ai/imports/stored-logs";
export { findWaitingLogs, importWaitingLogs } from "@/lib/domains/shadow-ai/imports/watch-folder";
export { Observation } from "@/lib/domains/shadow-ai/ingest/formats/ndjson";
export {
  deliveredLines,
  deliveryReply,
  readDelivery,
  streamName,
} from "@/lib/domains/shadow-ai/intakes/firehose";
export { readStart } from "@/lib/domains/shadow-ai/intakes/logpush";
export { IntakeQuery, receiveEntries, receiveLog } from "@/lib/domains/shadow-ai/intakes/receive-entries";
export {
  collectorEntries,
  collectorError,
  collectorEvents,
  collectorKey,
  collectorReply,
} from "@/lib/domains/shadow-ai/intakes/splunk";
export { deleteOverride, explainHost, getCatalogue, putOverride } from "@/lib/domains/shadow-ai/organisation/catalogue";
export { installCatalogue } from "@/lib/domains/shadow-ai/organisation/installed-catalogue";
export { getSettings, updateSettings } from "@/lib/domains/shadow-ai/organisation/settings";
export { notifySilentSources } from "@/lib/domains/shadow-ai/overview/notify-silent";
export {
  readDetectionChanges,
  readDetectionFigures,
  readQueue,
  readReportedDetections,
  readReportedSlaDays,
  readSensors,
  readStats,
  readTrends,
} from "@/lib/domains/shadow-ai/overview/statistics";
export type { ReportedDetection } from "@/lib/domains/shadow-ai/overview/store";
export { createTicket, draftTickets } from "@/lib/domains/shadow-ai/tickets/tickets";
export { draftTriage } from "@/lib/domains/shadow-ai/triage/draft-step";
export { endSnoozes } from "@/lib/domains/shadow-ai/triage/end-snoozes";
export {
  undoOperation,
  undoStep,
  updateDetection,
  updateDetections,
} from "@/lib/domains/shadow-ai/triage/update-detections";
export {
  approveIdentification,
  listIdentifications,
  matchUsers,
  rejectIdentification,
  requestIdentification,
} from "@/lib/domains/shadow-ai/users/identifications";
export {
  getUserPseudonyms,
  reencryptUserKeys,
  sweepUserPseudonyms,
  updateUserPseudonyms,
} from "@/lib/domains/shadow-ai/users/user-keys";
export { analyseUses, reassessUses } from "@/lib/domains/shadow-ai/uses/analyse-uses";
export { deleteOldTraffic, pruneTraffic } from "@/lib/domains/shadow-ai/uses/traffic-retention";
