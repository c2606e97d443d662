import { countedText } from "@/lib/platform/client/format";

const deliveries = (count: number) => countedText(count, "delivery", "deliveries");

/** Texts that several components use. */
export const common = {
  webhooks: "Webhooks",
  endpoint: "Endpoint",
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  finished: "Finished",
  sendTestEvent: "Send test event",
  signingSecret: "signing secret",
  replayFailedDeliveries: "Replay failed deliveries",
  health: "Health",
  url: "URL",
};

export const deliveryDetail = {
  kind: { title: "Delivery", label: "the delivery" },
  sameId: "All attempts to send a delivery use the same ID, so receivers can detect duplicates.",
  failureReason: "Failure reason",
  mode: "Mode",
  live: "Live",
  test: "Test (livemode is false)",
  envelope: "Envelope",
  organisationModel: "The event concerns the organisation and no model. Such events share this model ID.",
  empty: { title: "No attempts yet", text: "The first attempt starts within seconds." },
  running: "Running",
  http: (statusCode: number) => `HTTP ${statusCode}`,
  requestHeaders: "Request headers",
  notRecorded: "Not recorded.",
  responseHeaders: "Response headers",
  noResponse: "No response.",
  responseBody: "Response body",
  firstPart: " (first 16 KiB)",
  emptyBody: "Empty.",
  responseBodyOfAttempt: (number: number) => `Response body of attempt ${number}`,
};

export const deliveryList = {
  type: "Event type",
  outcome: "Outcome",
  action: "Action",
  deliveries: "Deliveries",
  sentDeliveries: "Sent deliveries",
  noDeliveriesYet: "No deliveries yet",
  emptyText: "Deliveries of new events appear here. Send a test event to check the receiver.",
};

export const endpointDetail = {
  kind: { title: "Webhook endpoint", label: "the endpoint" },
  endpointEnabled: "Endpoint enabled.",
  endpointDisabled: "Endpoint disabled.",
  disableQuestion: (endpoint: string) => ({
    title: `Disable ${endpoint}?`,
    body: "Pending deliveries will fail. Events that occur while the endpoint is disabled will not be delivered later.",
  }),
  overlap: {
    label: "Keep the current secret active for",
    description:
      "During this time, requests are signed with both secrets, so you can update your receivers one by one.",
  },
  signingSecretAdvice:
    "Configure your receiver to use the new secret now. Requests are no longer signed with the previous secret.",
  failedDeliveries: "Failed deliveries",
  failedDeliveriesNote:
    "Replay deliveries that failed in a given period. Events that occurred while the endpoint was disabled are not included.",
  deleteQuestion: (endpoint: string) => `Delete ${endpoint}?`,
  deleteBody:
    "The endpoint's secrets and delivery history will be deleted, and pending deliveries will be cancelled. You cannot undo this.",
  deleteNote:
    "Permanently deletes the endpoint and its delivery history. To stop deliveries temporarily, disable the endpoint instead.",
  failing: "Deliveries to this endpoint are failing",
  disabled: "This endpoint is disabled and receives no events",
  enableAfterFix:
    "After you fix the receiver, enable the endpoint, send a test event, and replay the failed deliveries.",
  administratorCanEnable: "An administrator can enable the endpoint again.",
};

export const endpointDialog = {
  urlProblem: "Enter the URL that receives the events.",
  eventsProblem: "Select at least one event type.",
  endpoint: "endpoint",
  saveTheSigningSecret: "Save the signing secret",
  editWebhookEndpoint: "Edit webhook endpoint",
  createWebhookEndpoint: "Create webhook endpoint",
  urlDescription: "A public HTTPS address, without credentials",
  descriptionPlaceholder: "Risk team alerts",
  eventsDescription: "The endpoint will receive the selected events from now on. Past events are not sent.",
};

export const endpointList = {
  pageDescription: "Send signed event notifications to your systems. Failed deliveries are retried automatically.",
  webhookEndpoints: "Webhook endpoints",
  createEndpoint: "Create endpoint",
  noEndpointsYet: "No endpoints yet",
  noEndpointsYetText:
    "Create an endpoint to receive notifications of detections, chain integrity failures and evidence packages.",
};

export const recoverDialog = {
  last24Hours: "Last 24 hours",
  last3Days: "Last 3 days",
  last7Days: "Last 7 days",
  queuedForRedelivery: (count: number) => `${deliveries(count)} queued for redelivery.`,
  noDeliveriesWereReplayed: "No deliveries were replayed",
  introduction:
    "You can replay failed deliveries from the last 30 days. They are sent again with their original IDs, oldest first.",
  from: "From",
  to: { label: "To", description: "Leave empty for the current time" },
  failedInThisPeriod: (count: number) => `${deliveries(count)} failed in this period.`,
  replay: "Replay",
  countDeliveries: "Count deliveries",
};

export const redeliverButton = {
  redeliver: "Redeliver",
  question: (type: string) => ({
    title: `Redeliver the ${type} event?`,
    body: "The receiver already accepted this event. It will receive the same envelope again, with the same ID.",
    action: "Redeliver",
  }),
  deliveryQueued: "Delivery queued.",
};

export const testDialog = {
  testEventQueued: "Test event queued.",
  dialog: { action: "Send", failure: "Test event not sent" },
  eventType: "Event type",
  subscribed: "Subscribed",
  notSubscribed: "Not subscribed",
};
