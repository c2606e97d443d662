export { failReport, makeReport, sweepReports } from "@/lib/domains/reports/make-report";
export {
  deleteOldReports,
  getReport,
  getReportDocument,
  listReports,
  openReport,
  requestReport,
  verifyPublishedReport,
} from "@/lib/domains/reports/reports";
export {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  startDueReports,
  updateSchedule,
  versionOf,
} from "@/lib/domains/reports/schedules";
export { reportsAtOnce } from "@/lib/domains/reports/store";
