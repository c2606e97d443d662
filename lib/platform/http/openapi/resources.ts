/** The names of resources with the same first path segment. */
interface Resource {
  tag: string;
  description: string;
  /** The singular name in operationIds. Default: the singular of the path segment. */
  item?: string;
  /** The operationId prefix of the POST that creates one. Default: "create". */
  create?: string;
}

/** By the segment after `/v1`, in the order of the document. */
export const resources: Record<string, Resource> = {
  audit: {
    tag: "Audit chain",
    description: "Append events to the organisation's hash-linked chain, read them, and verify their integrity.",
    item: "AuditEvent",
    create: "append",
  },
  otlp: {
    tag: "OpenTelemetry",
    description: "Send spans and log records from instrumented AI applications over OTLP/HTTP.",
    create: "send",
  },
  telemetry: { tag: "Telemetry", description: "Assign received telemetry to registered models." },
  models: { tag: "Models", description: "Register and manage the AI models that events refer to." },
  "shadow-ai": {
    tag: "Shadow AI",
    description: "List and triage detections of unapproved use of external AI services.",
    item: "ShadowAiDetection",
  },
  "user-pseudonyms": {
    tag: "User pseudonyms",
    description:
      "Enable pseudonyms of the users in network logs, and identify a user with the approval of a second member.",
  },
  sensors: { tag: "Sensors", description: "Send network logs in which the service detects AI use." },
  evidence: {
    tag: "Evidence",
    description: "Generate signed packages that document a model's activity for regulators.",
    item: "EvidencePackage",
  },
  "evidence-controls": {
    tag: "Evidence controls",
    description: "Evaluate the requirements of a framework for a model and a period without generating a package.",
  },
  "control-assignments": {
    tag: "Control assignments",
    description: "Assign controls with gaps to members, and close the assignments.",
  },
  "evidence-documents": {
    tag: "Evidence documents",
    description: "Supply documents for requirements that events alone cannot support.",
  },
  verify: {
    tag: "Public verification",
    description: "Verify evidence packages and get public keys without an API key.",
    item: "PublicVerification",
  },
  reports: { tag: "Reports", description: "Generate reports for a period as PDF, CSV or JSON files." },
  "report-schedules": {
    tag: "Report schedules",
    description: "Generate reports on a schedule and e-mail links to them.",
  },
  webhooks: {
    tag: "Webhooks",
    description: "Manage the endpoints that receive signed event notifications, and inspect their deliveries.",
    item: "WebhookEndpoint",
  },
  "audit-streams": {
    tag: "Audit streams",
    description: "Stream audit events in chain order to SIEMs, archives and other receivers.",
  },
  integrations: {
    tag: "Integrations",
    description: "Receive events from code hosts, ticketing systems and machine-learning platforms.",
  },
  "alert-policies": { tag: "Alert policies", description: "Manage rules that raise alerts when events match." },
  "legal-holds": {
    tag: "Legal holds",
    description: "Protect records needed for legal proceedings from erasure and deletion.",
  },
  "api-keys": { tag: "API keys", description: "Create, rotate and revoke API keys." },
  session: { tag: "Session", description: "Get the current dashboard session." },
  members: { tag: "Members", description: "Manage the organisation's members and their roles." },
  invitations: { tag: "Invitations", description: "View and accept invitations." },
  "password-resets": { tag: "Password resets", description: "Reset forgotten passwords." },
  sessions: { tag: "Sessions", description: "List and end your active sessions." },
  account: {
    tag: "Account",
    description: "Manage your name, password, two-factor authentication and notification preferences.",
  },
  notifications: {
    tag: "Notifications",
    description: "Read your notifications and mark them as read. These operations require a session.",
  },
  mails: { tag: "E-mails", description: "View e-mails that the service has sent or stored." },
  overview: { tag: "Overview", description: "Get chain integrity, items needing attention and recent activity." },
  activity: {
    tag: "Activity",
    description: "Check which kinds of data have changed, so that you can reload only that data.",
  },
  "saved-views": {
    tag: "Saved views",
    description: "Manage saved filters for dashboard pages. These operations require a session.",
  },
  organisation: { tag: "Organisation", description: "View and update the organisation's settings." },
  "openapi.json": {
    tag: "OpenAPI document",
    description: "Get the OpenAPI document.",
    item: "OpenApiDocument",
  },
};

export function firstSegment(path: string): string {
  return path.split("/")[2] ?? "";
}

export function tagOf(path: string): string {
  const segment = firstSegment(path);
  return resources[segment]?.tag ?? segment;
}
