export { failReport, makeReport, sweepReports } from "@/lib/domains/reports/make-report";
export { openReport } from "@/lib/domains/reports/open-report";
export {
  deleteOldReports,
  getReport,
  getReportDocument,
  listReports,
  requestReport,
} from "@/lib/domains/reports/reports";
export {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
  versionOf,
} from "@/lib/domains/reports/schedules";
export { startDueReports } from "@/lib/domains/reports/start-due-reports";
export { verifyPublishedReport } from "@/lib/domains/reports/verify-report";
