import type { CoverageStatus } from "@/lib/domains/evidence/enums";

/** Labels for the values of the API. Unknown values are shown as they are. */

const eventTypeLabels: Readonly<Record<string, string>> = {
  INFERENCE: "Inference",
  TRAINING_STARTED: "Training started",
  TRAINING_COMPLETED: "Training completed",
  DEPLOYMENT: "Deployment",
  CONFIG_CHANGE: "Configuration change",
  DATA_ACCESS: "Data access",
  HUMAN_REVIEW: "Human review",
  ALERT: "Alert",
  SHADOW_AI_DETECTED: "Shadow AI detected",
};

export function eventTypeLabel(eventType: string): string {
  return eventTypeLabels[eventType] ?? eventType;
}

/** Severities have marks that increase with severity, so that they are distinguishable without colour. */
const severityLabels: Readonly<Record<string, string>> = {
  INFO: "Info",
  MEDIUM: "Medium \u2022",
  HIGH: "High \u2022\u2022",
  CRITICAL: "Critical \u2022\u2022\u2022",
};

export function severityLabel(severity: string): string {
  return severityLabels[severity] ?? severity;
}

export const statusLabels: Readonly<Record<CoverageStatus, string>> = {
  ADVERSE: "Adverse",
  EVIDENCED: "Evidenced",
  PARTIAL: "Partial",
  SUPPLIED: "Supplied",
  NO_EVENTS_IN_PERIOD: "No events",
  NOT_EVIDENCED_BY_EVENTS: "To supply",
  OUT_OF_SCOPE: "Not requested",
};

/** Messages for the findings of a verification. `*` is the position. */
const findingMessages: Readonly<Record<string, string>> = {
  content_mismatch: "The stored content of event * does not match its content hash. The content was altered.",
  content_hash_mismatch: "The content hash of event * was changed.",
  content_unreadable: "The stored content of event * is not valid JSON.",
  content_missing: "The content of event * is missing, and the chain has no record of its erasure.",
  header_mismatch: "The header of event * does not match its block hash. The event was altered.",
  tags_mismatch: "The copy of the tags used for filtering does not match event *.",
  link_mismatch: "Event * does not reference the previous event.",
  model_link_mismatch: "Event * does not reference the previous event of its model.",
  events_missing: "Events are missing, starting at position *.",
  position_unexpected: "There is an unexpected event at position *.",
  recorded_at_backwards: "Event * has an earlier recording time than the previous event.",
  recorded_in_future: "The recording time of event * is in the future. A clock may have been wrong.",
  tail_missing: "The chain ends at position *, before its recorded end.",
  events_beyond_head: "There are events beyond the recorded end of the chain, from position * onwards.",
  head_mismatch: "The recorded end of the chain does not match the last event, at position *.",
  head_missing: "The record of the chain's end is missing.",
  counts_mismatch: "The recorded counts do not match the events up to position *.",
  unreadable: "The stored chain cannot be read.",
  checkpoint_signature: "The signature of the checkpoint at position * is not valid.",
  checkpoint_link: "The checkpoint at position * does not reference the previous checkpoint.",
  checkpoint_mismatch: "The event at position * does not match the checkpoint signed at that position.",
  root_mismatch: "The events up to position * do not match the Merkle root in the signed checkpoint.",
  tile_mismatch: "The stored Merkle tree does not match the events starting at position *.",
  checkpoint_missing: "The checkpoint at position * is no longer stored.",
  signer_state_mismatch: "The chain does not extend the checkpoint that the signer recorded at position *.",
  checkpoint_copy_mismatch: "The chain does not extend the copy of the checkpoint at position *.",
  evidence_checkpoint_mismatch: "The chain does not extend the checkpoint at position * in an evidence package.",
  anchor_mismatch: "The saved hash of event * does not match this chain.",
  checkpoint_key_unknown:
    "The checkpoint at position * is signed with a key that is not published. The checkpoint was not verified.",
  record_changed: "A record differs from the state sealed by event *.",
  record_missing: "A record sealed by event * is missing.",
  record_added: "A record exists that is not sealed by any event.",
  schema_changed: "A database object differs from its definition in the migrations.",
  schema_missing: "A database object defined by the migrations is missing.",
  schema_added: "The database contains an object that the migrations do not define.",
};

export function findingSentence(finding: { code: string; chainPosition: number }): string {
  const words = findingMessages[finding.code] ?? `At position *: ${finding.code}.`;
  return words.replace("*", count(finding.chainPosition));
}

/** A number with thousands separators. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 event`, `2 events`, `no events`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? "no" : count(number)} ${number === 1 ? one : many}`;
}

/** A share in whole per cent, never rounded to none or to all. */
export function share(part: number, whole: number): string {
  if (whole === 0) return "none";
  const percent = Math.round((part / whole) * 100);
  if (percent === 0 && part > 0) return "under 1%";
  if (percent === 100 && part < whole) return "over 99%";
  return `${percent}%`;
}

/** A list in a sentence: `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `14 March 2026` of a time or a day in UTC. */
export function longDate(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

/** `14 Mar 2026`. */
export function shortDate(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1]?.slice(0, 3)} ${iso.slice(0, 4)}`;
}

/** `Mar 2026`. */
export function shortMonth(iso: string): string {
  return shortDate(iso).replace(/^\d+ /, "");
}

/** `14 March 2026, 09:30:00 UTC`. */
export function longTime(iso: string): string {
  return `${longDate(iso)}, ${iso.slice(11, 19)} UTC`;
}

/** `2026-03-14 09:30:00.000`. */
export function tableTime(iso: string): string {
  return iso.replace("T", " ").replace("Z", "");
}

/** The first twelve digits of a hash, without its prefix. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, 12);
}
