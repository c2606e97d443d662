export { failReport, makeReport, sweepReports } from "@/lib/reports/make-report";
export { openReport } from "@/lib/reports/open-report";
export { deleteOldReports, getReport, getReportDocument, listReports, requestReport } from "@/lib/reports/reports";
export {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
  versionOf,
} from "@/lib/reports/schedules";
export { startDueReports } from "@/lib/reports/start-due-reports";
