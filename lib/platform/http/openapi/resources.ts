/** What the document calls the things below one first segment of a path. */
interface Resource {
  /** The heading of its operations. */
  tag: string;
  description: string;
  /** One of them in an operationId; left out, the path's segment in the singular. */
  item?: string;
  /** The verb of a POST that makes one; left out, "create". */
  create?: string;
}

/** By the segment after `/v1`, in the order of the document. */
export const resources: Record<string, Resource> = {
  audit: {
    tag: "Audit chain",
    description:
      "Append events to the organisation's hash-linked chain, read them, and check that nothing has changed.",
    item: "AuditEvent",
    create: "append",
  },
  models: { tag: "Models", description: "The AI models that events are about." },
  "shadow-ai": {
    tag: "Shadow AI",
    description: "Uses of external AI services outside approved governance, and what was done about them.",
    item: "ShadowAiDetection",
  },
  sensors: { tag: "Sensors", description: "Observations of network traffic, from which detections are made." },
  evidence: {
    tag: "Evidence",
    description: "Signed packages that show a regulator what a model did over a period.",
    item: "EvidencePackage",
  },
  verify: {
    tag: "Public verification",
    description: "Check an evidence package, and read the public keys, without an API key.",
    item: "PublicVerification",
  },
  reports: { tag: "Reports", description: "Summaries over a period, as PDF, CSV or JSON." },
  "report-schedules": {
    tag: "Report schedules",
    description: "When reports are asked for by themselves, and for whom.",
  },
  webhooks: {
    tag: "Webhooks",
    description: "Endpoints of yours that are told what happens, and what was sent to them.",
    item: "WebhookEndpoint",
  },
  "audit-streams": {
    tag: "Audit streams",
    description: "Receivers of yours that get every event in batches, in the chain's order: SIEMs and archives.",
  },
  integrations: { tag: "Integrations", description: "Code hosts, ticketing systems and machine-learning platforms." },
  "alert-policies": { tag: "Alert policies", description: "Rules over events that raise alerts." },
  "legal-holds": {
    tag: "Legal holds",
    description: "What must be kept for proceedings: nothing that a hold covers is erased or deleted.",
  },
  "api-keys": { tag: "API keys", description: "Credentials of machines. All of these need the scope `admin`." },
  session: { tag: "Session", description: "Who is signed in to the dashboard." },
  members: { tag: "Members", description: "The people of the organisation and their roles." },
  invitations: { tag: "Invitations", description: "How somebody who was invited becomes a member." },
  "password-resets": { tag: "Password resets", description: "How a member who lost their password chooses another." },
  sessions: { tag: "Sessions", description: "Where you are signed in." },
  account: { tag: "Account", description: "Your own name, password and second factor." },
  mails: { tag: "Mails", description: "What the service has written to people." },
  overview: { tag: "Overview", description: "What is there, what is new and what is to be done, at one glance." },
  activity: { tag: "Activity", description: "What has changed, to know what is to be read again." },
  "saved-views": { tag: "Saved views", description: "Filters of a page under a name. Only for people." },
  organisation: { tag: "Organisation", description: "Settings of the organisation itself." },
  "openapi.json": {
    tag: "This document",
    description: "The description of the API, generated from its own schemas.",
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
