import { bytesText, countedText, countText } from "@/lib/platform/client/format";

export const importResult = {
  importComplete: "Import complete. Any new detections appear within seconds.",
  importing: "Log received. The import continues in the background. You can close this dialog.",
  importProgress: "Import progress",
  percentImported: (percent: number) => `${percent}% imported, `,
  linesRead: (lines: number) => `${countText(lines)} lines read`,
  lines: "Lines",
  knownOrPossibleAi: "Known or possible AI",
  notAi: "Not AI",
  duplicates: "Duplicates",
  skipped: "Skipped",
  notRecorded: "Not recorded",
  severalRecords: "A line can contain several records, so the outcomes add up to more than the lines.",
  notEveryRecord: "Not every AI record leads to a detection.",
  notReported:
    "No detection is opened for dismissed uses, uses below the thresholds, or uses that a model or exception covers.",
  viewDetectionSettings: "View detection settings",
  skippedLines: "Skipped lines",
  rejectedLines: "Rejected lines",
  lineMessage: (line: number, message: string) => `Line ${countText(line)}: ${message}`,
  importFromSource: (source: string) => `Import from ${source}`,
};

export const logPreview = {
  mapping: "Mapping",
  mappingDescription: "JSON mapping for logs whose columns are not recognised",
  mappingPlaceholder: '{"columns":{"when":"time","who":"client","dst":"host"},"delimiter":";"}',
  noPreview: "The preview failed",
  formatNotRecognised: "format not recognised",
  firstProblem: (line: number, message: string) => ` Line ${countText(line)}: ${message}`,
  client: "Client",
  sent: "Sent",
  received: "Received",
};

export const sourcesPage = {
  logSources: "Log sources",
  logSourcesDescription:
    "Detections are based on network logs. IP addresses are masked on import. Logs received over HTTP are not kept after the import.",
  sources: "Sources",
  empty: { title: "No log sources yet", text: "Connect a source that sends logs continuously, or import a log file." },
  imports: "Imports",
  importsNote:
    "AI records are about known or possible AI services, including use that registered models and exceptions permit.",
  receivedVia: "Received via",
  records: "Records",
  errorRate: "Error rate",
  latestRecord: "Last record",
  warning: "Warning",
  lastImport: "Last import",
  accepted: "Accepted",
  aiRecords: "AI records",
  started: "Started",
  outdated: "Imports contain only older records",
  logImports: "Log imports",
  noImportsYet: "No imports yet",
  orDropALog: "You can also drop a log file anywhere on this page.",
};

export const connectDialog = {
  connectSource: "Connect source",
  system: "System",
  systemPlaceholder: "Select the system that sends the logs",
  createKey: "Create API key",
  withScopes: (scopes: string) => `with ${scopes}.`,
  requestKey: (scopes: string) => `Ask an administrator for an API key with ${scopes}.`,
  writeScope: "the scope sensors:write",
  copyName: "address or command",
  followGuide: "For the configuration steps of your system, see",
  guide: "Import network logs",
  appears: "The source appears on this page when its first log arrives.",
};

/** Each label is a step of the dialog. */
export const connections = {
  http: { name: "Log shipper or script (HTTP)", label: "Send the log to the API:" },
  splunk: { name: "Splunk HEC sender (Zscaler, Cribl)", label: "Set the HEC address:" },
  logpush: { name: "Cloudflare Logpush", label: "Set the address of the HTTP destination:" },
  firehose: { name: "Amazon Data Firehose", label: "Set the HTTP endpoint URL:" },
  otlp: { name: "OpenTelemetry Collector", label: "Set the exporter's logs_endpoint:" },
  syslog: { name: "Syslog device", label: "Start the syslog listener:" },
  bucket: {
    name: "S3-compatible bucket",
    label: "Start the process that reads the bucket:",
    scopes: "the scopes sensors:write and shadow_ai:read",
  },
};

export const uploadDialog = {
  onlyFirst: (name: string, ignored: number) =>
    `Only ${name} is imported. ${countedText(ignored, "other file was", "other files were")} ignored, because an import accepts one file.`,
  viewDetections: "View detections",
  importNotCompleted: "Import not completed",
  logFile: "Log file",
  logFileDescription: "Up to 64 MiB, optionally compressed with gzip",
  logFilePlaceholder: "Select a file, or drop it here",
  sourceDescription: "The name of the sensor or log",
  formatPlaceholder: "Detect automatically",
  timeZone: {
    label: "Time zone",
    description: "For times without an offset, for example Europe/London",
    placeholder: "UTC",
  },
  acceptRecordsOlder: "Accept records older than the maximum age in the detection settings",
  percentSent: (share: number) => `${share}% sent`,
  bytesSent: (share: number, size: number | undefined) =>
    `${bytesText(share * (size ?? 0))} of ${bytesText(size)} sent`,
  uploadCompleteImporting: "Upload complete. Importing the log…",
  stop: "Stop",
  import: "Import",
};

export const uploadLog = {
  offline: "The service could not be reached, or it closed the connection.",
  aborted: "Upload stopped. If the whole log had already been sent, the import continues.",
  unexpectedStatus: (status: number) => `The service returned status ${status}.`,
};
