import { countedText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  noDeliveriesYet: "No deliveries yet",
  integrations: "Integrations",
  secret: "secret",
  connection: "Connection",
  product: "Product",
  lastDelivery: "Last delivery",
  notRecorded: "Not recorded",
  withoutEvent: "Deliveries without an event",
  addIntegration: "Add integration",
  reportDisconnectedAfter: "Report as disconnected after (hours)",
  defaultModel: "Default model",
  tickets: "Tickets",
};

export const deliveryList = {
  deliveries: "Deliveries",
  receivedDeliveries: "Received deliveries",
  result: "Result",
  emptyText: "Deliveries from the connected product appear here, whether or not they are recorded as events.",
  topic: "Topic",
  modelOrReason: "Model or reason",
  modelId: "Model ID",
  received: "Received",
  confirmsConnection: "Confirms the connection",
};

export const integrationDetail = {
  kind: { title: "Integration", label: "the integration" },
  integrationEnabled: "Integration enabled.",
  integrationDisabled: "Integration disabled.",
  disableQuestion: (name: string) => ({
    title: `Disable “${name}”?`,
    body: "Until you enable the integration again, deliveries will be rejected and missing deliveries will not be reported.",
  }),
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  deleteBody:
    "The integration's secret will be deleted, and deliveries will be rejected. Recorded events will be kept. You cannot undo this.",
  note: "Permanently deletes the integration. Events and linked tickets are kept. To stop recording temporarily, disable the integration instead.",
  setUp: (name: string) => `Set up ${name}`,
  acceptCurrentSecret: "Accept the current secret for",
  overlapDescription: (product: string) =>
    `During this time, webhooks from ${product} can be signed with either secret.`,
  updateWebhookNow: (product: string) =>
    `Update the webhook in ${product} now. Webhooks signed with the previous secret are rejected.`,
  noDeliveriesFrom: (name: string) => `No deliveries from ${name}`,
  disconnectedAfter: (silentAfterHours: number) =>
    `, after ${countedText(silentAfterHours, "hour")} without a delivery`,
  never: "never",
  deliveriesRejectedAfter: (name: string) =>
    `Deliveries from ${name} are rejected. They are recorded only if ${name} sends them again after you enable the integration.`,
  receiverUrl: "Receiver URL",
  disconnectionAlert: "Disconnection alert",
  alertAfter: (silentAfterHours: number) => `After ${countedText(silentAfterHours, "hour")} without a delivery`,
  recorded: "Recorded",
  modelRules: "Model rules",
  noRules: "Deliveries are not recorded as events until you add a model rule or a default model.",
  unmatchedIgnored: "Deliveries that match no rule are not recorded.",
  defaultModel: "Default model:",
  ticketsIn: (project: string, baseUrl: string) => `${project} at ${new URL(baseUrl).host}`,
  recordedEvents: "Recorded events",
  trigger: "Trigger",
  otherDeliveries:
    "Other deliveries only update the connection status. Titles, descriptions, comments, names and addresses are not recorded on the audit chain.",
};

export const integrationDialog = {
  tickets: {
    GITHUB: {
      description:
        "Analysts and approvers can create issues from detections. The token requires write access to issues. To disable this, leave the repository empty.",
      projectExample: "example-bank/risk",
      baseUrl: "API URL",
      baseUrlExample: "https://api.github.com",
    },
    JIRA: {
      description:
        "Analysts and approvers can create issues from detections. To disable this, leave the project key empty.",
      projectExample: "RISK",
      baseUrl: "Site URL",
      baseUrlExample: "https://your-site.atlassian.net",
    },
  },
  createIssuesIn: "Create issues in",
  apiToken: "API token",
  issueType: "Issue type",
  tokenKept: "Leave empty to keep the current token. It is never shown.",
  integration: "integration",
  connectNamed: (name: string) => `Connect ${name}`,
  editNamed: (name: string) => `Edit ${name}`,
  namePlaceholder: "Model repository",
  reportDisconnectedAfterDescription:
    "Hours without a delivery before the integration is reported as disconnected. Allow for weekends. Leave empty to turn off this check.",
  firstMatchingRule: "The first matching rule applies. End a value with * to match a prefix.",
  removeRule: (index: number) => `Remove rule ${index + 1}`,
  addRule: "Add rule",
  defaultModelDescription: "Used for deliveries that match no rule. Leave empty to ignore these deliveries.",
};

export const integrationForm = {
  selectAModel: "Select a model.",
  enterValueMatch: "Enter a value to match.",
  notRecorded: "not recorded",
};

export const integrationList = {
  rules: "Rules",
  pageDescription: "Record signed webhooks from GitHub, Jira and MLflow as audit events for your models.",
  noProductsConnectedYet: "No products connected yet",
  whenConnectProduct:
    "Connect a product to get a URL and a secret for its webhooks. Webhooks with an invalid signature are rejected.",
};

export const setupSteps = {
  urlReachable:
    "The product must be able to reach this URL. The URL starts with the value of the service's PUBLIC_URL setting.",
  mlflowRequirements: "Webhooks require MLflow 3 and a tracking server with an SQL database.",
  runScript: "Insert the secret into this script, then run the script once:",
  scriptThatConnectsMlflow: "Script that connects MLflow",
  script: "script",
  testDelivery:
    "The last line of the script sends a test delivery, which connects the integration. The test delivery is not recorded as an event.",
  receiverUrl: "receiver URL",
  setupSteps: {
    GITHUB: [
      { text: "In the repository or your organisation, open Settings → Webhooks → Add webhook." },
      { text: "Enter the URL in “Payload URL” and the secret in “Secret”. Set “Content type” to application/json." },
      {
        text: "Choose “Let me select individual events”, clear Pushes, and select:",
        choose: ["Deployments", "Deployment statuses", "Pull requests", "Pull request reviews", "Releases"],
      },
      { text: "Click Add webhook. GitHub sends a ping, which connects the integration." },
    ],
    JIRA: [
      { text: "As a Jira administrator, open Settings → System → WebHooks → Create a WebHook." },
      {
        text: "Enter the URL and the secret. Without the secret, Jira does not sign its webhooks, and the service rejects them.",
      },
      {
        text: "Optionally, use JQL to limit the webhook to the projects in your model rules. Then select these events:",
        choose: ["Issue: created, updated, deleted", "Comment: created, updated"],
      },
      { text: "Leave “Exclude body” off and click Create. The next ticket change connects the integration." },
    ],
  },
};
