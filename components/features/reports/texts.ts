/** Texts that several components use. */
export const common = {
  report: "Report",
  reports: "Reports",
  aSchedule: "Report schedule",
  newReport: "New report",
  editNamed: (name: string) => `Edit ${name}`,
  newSchedule: "New schedule",
  reportingPeriod: "Reporting period",
  customRange: "Custom range",
  enterADate: "Enter a date.",
};

export const reportDetail = {
  theReport: "the report",
  download: (format: string) => `Download ${format}`,
  generatingTheReport: "Generating the report",
  progress: (progressPercent: number) => `${progressPercent}% generated`,
  generationFailed: "The report could not be generated",
  requestItAgain: "Request the report again",
  retainedUntil: "Retained until",
  fileHash: "file hash",
  theReportContent: "the report content",
  showDetails: "Show details",
  hideDetails: "Hide details",
};

export const reportDialog = {
  dialog: { action: "Generate report", failure: "The report could not be requested" },
};

export const reportList = {
  downloadAs: (reportTitles: string, format: string) => `Download ${reportTitles} as ${format}`,
  download: "Download",
  pageDescription:
    "Metrics and tables for a period. Each report includes the state of the audit chain at the time of generation.",
  empty: { title: "No reports yet", text: "Generate a report on audit activity, shadow AI or chain integrity." },
};

export const reportTables = {
  aboutThisPeriod: "About this period",
  headHash: "head hash",
  stateSigned: "A signed checkpoint covers this state of the chain.",
  eventsNotVerified: " The events in this period were not verified for this report.",
  firstRows: (count: number, total: number) => ` The first ${count} of ${total} rows are available here.`,
  rows: (title: string) => `${title}, rows`,
  day: "Day",
};

export const scheduleDialog = {
  saved: (name: string) => `Schedule “${name}” updated.`,
  created: (name: string) => `Schedule “${name}” created.`,
  create: "Create",
  scheduleNotSaved: "Schedule not saved",
  namePlaceholder: "Board pack: shadow AI",
  frequency: "Frequency",
  customCronExpression: "Custom (cron expression)",
  cronExpression: "Cron expression",
  cronExpressionDescription:
    "Minute, hour, day of the month, month and weekday. The schedule must not run more than once an hour.",
  timeZone: "Time zone",
  needsATimeZone: "needs a valid time zone",
  problem: (problem: string) => `The schedule ${problem}.`,
  nextRuns: (runs: string, timeZone: string) => `Next runs: ${runs} (${timeZone})`,
  emailRecipients: "E-mail recipients",
  members: "members",
  emailRecipientsDescription: "Recipients get a link to the report. Without recipients, reports are only stored.",
  roleAllowsSelect: "Your role allows you to select only yourself",
};

export const schedules = {
  schedule: "Schedule",
  nextReport: "Next report",
  paused: "Paused",
  lastReport: "Last report",
  openLastReport: "Open last report",
  recipients: "Recipients",
  storedOnly: "None",
  schedules: "Schedules",
  reportSchedules: "Report schedules",
  noSchedulesYet: "No schedules yet",
  emptyText: "Create a schedule to generate reports regularly and send recipients a link by e-mail.",
  pause: "Pause",
  resume: "Resume",
  namePaused: (name: string) => `Schedule “${name}” paused.`,
  resumed: (name: string) => `Schedule “${name}” resumed.`,
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteBody: "This schedule will stop generating reports. Existing reports will be kept.",
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  deleted: (name: string) => `Schedule “${name}” deleted.`,
};
