import { countText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  auditTrail: "Audit trail",
  tags: "Tags",
  source: "Source",
  actor: "Actor",
  eventType: "Type",
  recordedAt: "Recorded at",
  blockHash: "block hash",
  legalBasis: "Legal basis",
  checks: "Checks",
  rootHash: "root hash",
  signed: "Signed",
  chainHead: "Chain head",
  headHash: "head hash",
};

export const auditTrail = {
  auditTrailDescription:
    "Events of your AI models and actions in this service, newest recorded first. Each event includes the previous hash.",
  verifyTheChain: "Verify chain",
  auditEvents: "Audit events",
  search: { label: "Search the audit trail", placeholder: "Actors, tags, payloads" },
  tag: "Tag",
  from: "From",
  until: "To",
  empty: { title: "No events yet", text: "Use the API to send events from the systems that run your models." },
  sendYourFirstEvent: "Send your first event",
  by: (actor: string) => `by ${actor}`,
  hashCheck: "Hash check",
  contentErased: "Content erased",
  hash: "Hash",
};

export const eventValues = {
  matches: "Hash matches",
  matchesErasedNote:
    "The content was erased. The event's hash was recomputed from the recorded content hash and matches. Links to other events are not checked here.",
  matchesNote: "The event's hash was recomputed and matches. Links to other events are not checked here.",
  changed: "Changed",
  event: (chainPosition: number) => `event #${countText(chainPosition)}`,
};

export const recordChanges = {
  title: "Changes",
  change: "Change",
  latest: "Latest changes",
  none: "No changes recorded",
};

export const newestEvents = {
  viewInAuditTrail: "View in audit trail",
  aboutPackages: "Events about this model's evidence packages are recorded under the organisation.",
  viewThem: "View them",
};
