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
    description: "Receive spans and log records of instrumented AI applications over OTLP/HTTP.",
    create: "send",
  },
  telemetry: { tag: "Telemetry", description: "Assign received telemetry to registered models." },
  models: { tag: "Models", description: "The AI models that events refer to." },
  "shadow-ai": {
    tag: "Shadow AI",
    description: "Detections of unapproved use of external AI services, and their triage.",
    item: "ShadowAiDetection",
  },
  sensors: { tag: "Sensors", description: "Network logs in which the service detects AI use." },
  evidence: {
    tag: "Evidence",
    description: "Signed packages for regulators that document a model's activity over a period.",
    item: "EvidencePackage",
  },
  "evidence-documents": {
    tag: "Evidence documents",
    description: "Documents that you supply for requirements that events alone cannot support.",
  },
  verify: {
    tag: "Public verification",
    description: "Verify evidence packages and get public keys without an API key.",
    item: "PublicVerification",
  },
  reports: { tag: "Reports", description: "Reports that summarise a period, as PDF, CSV or JSON files." },
  "report-schedules": {
    tag: "Report schedules",
    description: "Schedules that generate reports and e-mail links to them.",
  },
  webhooks: {
    tag: "Webhooks",
    description: "Endpoints that receive signed event notifications, and their deliveries.",
    item: "WebhookEndpoint",
  },
  "audit-streams": {
    tag: "Audit streams",
    description: "Send events in chain order to receivers such as SIEMs and archives.",
  },
  integrations: {
    tag: "Integrations",
    description: "Receive events from code hosts, ticketing systems and machine-learning platforms.",
  },
  "alert-policies": { tag: "Alert policies", description: "Rules that raise alerts for matching events." },
  "legal-holds": {
    tag: "Legal holds",
    description: "Holds that protect records needed for legal proceedings from erasure and deletion.",
  },
  "api-keys": { tag: "API keys", description: "Credentials for machines. All operations require the `admin` scope." },
  session: { tag: "Session", description: "The current dashboard session." },
  members: { tag: "Members", description: "Members of the organisation and their roles." },
  invitations: { tag: "Invitations", description: "Accept invitations." },
  "password-resets": { tag: "Password resets", description: "Reset forgotten passwords." },
  sessions: { tag: "Sessions", description: "Your active sessions." },
  account: { tag: "Account", description: "Your name, password and two-factor authentication." },
  mails: { tag: "Mails", description: "E-mails that the service has sent or stored." },
  overview: { tag: "Overview", description: "Chain integrity, items needing attention and recent activity." },
  activity: {
    tag: "Activity",
    description: "Check which kinds of data have changed, and reload only those.",
  },
  "saved-views": {
    tag: "Saved views",
    description: "Saved filters for dashboard pages. These operations require a session.",
  },
  organisation: { tag: "Organisation", description: "Settings of the organisation." },
  "openapi.json": {
    tag: "OpenAPI document",
    description: "The OpenAPI document.",
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
