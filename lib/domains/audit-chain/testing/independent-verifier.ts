import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * An independent implementation of the chain verification, to compare the service's with. It uses only the published
 * formula and the API's JSON for events; it must never import the code that it checks.
 */

/** An event as returned by the API: parsed JSON, not trusted. */
export type PublishedEvent = Record<string, unknown>;

type Flaw =
  | "content does not hash to contentHash"
  | "content is missing and no later event says that it was erased"
  | "header does not hash to blockHash"
  | "position does not follow the previous event"
  | "previousHash is not the blockHash before"
  | "previousModelHash is not the blockHash of the model's event before"
  | "recordedAt runs backwards"
  | "id occurs twice";

interface Finding {
  chainPosition: unknown;
  id: unknown;
  flaw: Flaw;
}

const nothing = `sha256:${"00".repeat(32)}`;

const headerMembers = (
  "organisationId id chainPosition previousHash previousModelHash timestamp recordedAt " +
  "eventType severity modelId source contentHash"
).split(" ");

/** The flaws of a single event. For an erased event, the chain must record the erasure. */
export function flawsOfEvent(event: PublishedEvent): Finding[] {
  const { actor, payload, contentSalt: salt, tags, contentHash, blockHash } = event;
  const header = Object.fromEntries(headerMembers.map((member) => [member, event[member]]));
  const contentHolds = isMissing(event) || hashesTo({ actor, payload, salt, tags }, contentHash);
  const headerHolds = hashesTo({ schema: "audit-event/1", ...header }, blockHash);
  return [
    ...flaw(event, !contentHolds, "content does not hash to contentHash"),
    ...flaw(event, !headerHolds, "header does not hash to blockHash"),
  ];
}

function isMissing({ actor, payload, contentSalt, tags, metadata }: PublishedEvent): boolean {
  return [actor, payload, contentSalt, metadata].every((member) => member === null) && String(tags) === "";
}

/** Whether one of these events, at a later position, records the erasure of the event's content. */
function isErased(event: PublishedEvent, events: PublishedEvent[]): boolean {
  return events.some((other) => {
    const { kind, eventId, chainPosition, contentHash } = (other.payload ?? {}) as PublishedEvent;
    return (
      kind === "EVENT_CONTENT_ERASED" &&
      Number(other.chainPosition) > Number(event.chainPosition) &&
      eventId === event.id &&
      chainPosition === event.chainPosition &&
      contentHash === event.contentHash
    );
  });
}

/**
 * The flaws of events of one chain, given in any order. `whole`: the events are the complete chain from its first
 * event. `stretch`: they are a part of the chain, and earlier events are not checked.
 */
export function flawsOfChain(events: PublishedEvent[], extent: "whole" | "stretch" = "whole"): Finding[] {
  const ordered = [...events].sort((one, other) => Number(one.chainPosition) - Number(other.chainPosition));
  const ids = new Set<unknown>();
  const lastOfModel = new Map<unknown, unknown>();
  let before: PublishedEvent | undefined =
    extent === "whole" ? { chainPosition: 0, blockHash: nothing, recordedAt: "" } : undefined;
  const findings: Finding[] = [];
  for (const event of ordered) {
    findings.push(...flawsOfEvent(event), ...flaw(event, ids.has(event.id), "id occurs twice"));
    const isTaken = isMissing(event) && !isErased(event, ordered);
    findings.push(...flaw(event, isTaken, "content is missing and no later event says that it was erased"));
    if (before) findings.push(...flawsOfLink(event, before));
    const modelHash = lastOfModel.get(event.modelId) ?? (extent === "whole" ? nothing : event.previousModelHash);
    findings.push(
      ...flaw(
        event,
        event.previousModelHash !== modelHash,
        "previousModelHash is not the blockHash of the model's event before",
      ),
    );
    ids.add(event.id);
    lastOfModel.set(event.modelId, event.blockHash);
    before = event;
  }
  return findings;
}

function flawsOfLink(event: PublishedEvent, before: PublishedEvent): Finding[] {
  return [
    ...flaw(
      event,
      event.chainPosition !== Number(before.chainPosition) + 1,
      "position does not follow the previous event",
    ),
    ...flaw(event, event.previousHash !== before.blockHash, "previousHash is not the blockHash before"),
    ...flaw(event, String(event.recordedAt) < String(before.recordedAt), "recordedAt runs backwards"),
  ];
}

function flaw(event: PublishedEvent, found: boolean, name: Flaw): Finding[] {
  return found ? [{ chainPosition: event.chainPosition, id: event.id, flaw: name }] : [];
}

/** Also returns false for values without canonical text, such as a lone surrogate. */
function hashesTo(value: unknown, hash: unknown): boolean {
  try {
    return (
      hash ===
      `sha256:${createHash("sha256")
        .update(String(canonicalize(value)), "utf8")
        .digest("hex")}`
    );
  } catch {
    return false;
  }
}
