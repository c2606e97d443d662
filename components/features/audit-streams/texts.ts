import { countText, labelOf } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  streams: "Audit streams",
  signingSecret: "signing secret",
  backlog: "Backlog",
  lastDelivered: "Last delivered",
  url: "URL",
  filter: "Filter",
  createStream: "Create stream",
  authorizationHeader: "Authorization header",
  authorizationHeaderPlaceholder: "Unchanged",
  eventTypes: "Event types",
  maximumBatchSizeEvents: "Maximum batch size (events)",
  maximumBatchSizeBytes: "Maximum batch size (bytes)",
  maximumDelaySeconds: "Maximum delay (seconds)",
  compression: "Compression",
};

export const streamBatches = {
  outcome: "Outcome",
  positions: "Positions",
  duration: "Duration",
  recentBatches: "Recent batches",
  theBatches: "the batches",
  attempts: "Attempts",
  attempt: (number: number) => `Attempt ${number}`,
  noBatchesSentYet: "No batches sent yet",
};

export const streamDetail = {
  kind: { title: "Audit stream", label: "the stream" },
  pause: "Pause",
  resume: "Resume",
  streamPaused: "Stream paused.",
  streamResumed: "Stream resumed.",
  sendTest: "Send test event",
  testFailed: (reason: string | null) => `The test failed: ${reason ?? "unknown error"}.`,
  receiverResponded: (statusCode: number | null) => `The receiver accepted the test (HTTP ${statusCode}).`,
  overlap: {
    label: "Keep the current secret active for",
    description: "During this time, batches are signed with both secrets.",
  },
  signingSecretAdvice:
    "Configure your receiver to use the new secret now. Batches are no longer signed with the previous secret.",
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  deleteBody: "The stream's secrets and its position in the audit chain will be deleted. You cannot undo this.",
  note: "Permanently deletes the stream. To stop delivery temporarily, pause the stream instead.",
  progress: "Progress",
  oldestToSend: "Oldest event to send",
  nothingYet: "Nothing delivered yet",
  settings: "Settings",
  authorization: "Authorization header",
  configured: "Configured",
  batches: "Batches",
  deliveryIsFailing: "Delivery is failing",
  deliveryIsBehind: "Delivery is behind",
  failedAttempt: "failed attempt",
  paused: "Paused",
  resumes: (position: number) => `When you resume the stream, it starts after #${countText(position)}.`,
  pausedNotice: "No events are sent.",
  nothingLost: "No events are lost.",
};

export const streamDialog = {
  stream: "stream",
  saveTheSigningSecret: "Save the signing secret",
  editStream: "Edit stream",
  namePlaceholder: "Splunk",
  urlDescription: "A public HTTPS address, without credentials",
  authorizationHeaderDescription:
    "Sent with every batch. Leave empty if your receiver does not require this header. You won't be able to see the value again.",
  authorizationHeaderPlaceholder: "Splunk <token>",
  startWith: "Start with",
  newEventsOnly: "New events only",
  firstEvent: "The first event of the audit chain",
  eventTypesPlaceholder: "All event types",
  clearEventTypes: "Clear event types",
  modelsPlaceholder: "All current and future models",
  clearModels: "Clear models",
  allSeverities: "All severities",
  orAbove: (severity: string) => `${labelOf(severity)} or above`,
  gzip: "gzip",
};

export const streamForm = { urlProblem: "Enter the URL that receives the events.", newValue: "New value" };

export const streamList = {
  stream: "Stream",
  receiver: "Receiver",
  lastFailure: "Last failure",
  pageDescription: "Send the audit trail to your SIEM or another receiver, in order and in batches.",
  noStreamsYet: "No streams yet",
  noStreamsYetText:
    "Create a stream to send events and their hashes to a receiver. After an interruption, delivery resumes after the last batch that the receiver acknowledged.",
  oldest: ", oldest received ",
};
