import type { EventContent, EventHeader } from "@/lib/domains/audit-chain/block-text";
import { isObject } from "@/lib/domains/evidence/collect/payload";
import type { Disclosure } from "@/lib/domains/evidence/enums";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The parts of an event in a bundle other than its header. */
interface EventParts {
  blockHash: string;
  evidenceId: string | null;
  disclosure: Disclosure;
  /** The canonical text of the content, where it is shown as such. */
  content: string | undefined;
  /** Replaces the content: a stored text that is not canonical content. */
  contentText: string | undefined;
  /** The event that records that the content was erased. */
  erasure: RecordedErasure | undefined;
}

/** An event that records an erasure, with the canonical text of its content. */
interface RecordedErasure extends EventHeader {
  blockHash: string;
  contentText: string;
}

/**
 * The canonical text (RFC 8785) of an event of a bundle, for writer and verifier. Both literals are in canonical order
 * and hold only strings, null and one integer, so plain serialisation is canonical; a test compares it with `jcs`.
 */
export function evidenceEventText(header: EventHeader, parts: EventParts): string {
  const before = JSON.stringify({ blockHash: parts.blockHash, chainPosition: header.chainPosition });
  const behind = JSON.stringify({
    contentHash: header.contentHash,
    contentText: parts.contentText,
    disclosure: parts.disclosure,
    erasure: parts.erasure && inOrder(parts.erasure),
    eventType: header.eventType,
    evidenceId: parts.evidenceId,
    id: header.id,
    modelId: header.modelId,
    organisationId: header.organisationId,
    previousHash: header.previousHash,
    previousModelHash: header.previousModelHash,
    recordedAt: header.recordedAt,
    severity: header.severity,
    source: header.source,
    timestamp: header.timestamp,
  });
  const content = parts.content === undefined ? "" : `,"content":${parts.content}`;
  return `${before.slice(0, -1)}${content},${behind.slice(1)}`;
}

/** The same members in canonical order: texts and one integer. */
function inOrder(erasure: RecordedErasure): RecordedErasure {
  return {
    blockHash: erasure.blockHash,
    chainPosition: erasure.chainPosition,
    contentHash: erasure.contentHash,
    contentText: erasure.contentText,
    eventType: erasure.eventType,
    id: erasure.id,
    modelId: erasure.modelId,
    organisationId: erasure.organisationId,
    previousHash: erasure.previousHash,
    previousModelHash: erasure.previousModelHash,
    recordedAt: erasure.recordedAt,
    severity: erasure.severity,
    source: erasure.source,
    timestamp: erasure.timestamp,
  };
}

/** Maximum nesting of a content. Events have at most 32 levels; an altered row can have a million. */
const contentNestingMax = 256;

/** Parses stored content. Undefined unless the text is the canonical form of a content. */
export function readCanonicalContent(text: string): EventContent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isContent(value) && nestsAtMost(value, contentNestingMax) && jcs(value) === text ? value : undefined;
}

/** The shape that the bundle's schema requires of `content`. */
function isContent(value: unknown): value is EventContent {
  if (!isObject(value) || Object.keys(value).length !== 4) return false;
  const { actor, payload, salt, tags } = value;
  const isActor = isObject(actor) && typeof actor["type"] === "string" && typeof actor["id"] === "string";
  const areTags = Array.isArray(tags) && tags.every((tag) => typeof tag === "string");
  return isActor && isObject(payload) && typeof salt === "string" && areTags;
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const member of Object.values(value)) if (!nestsAtMost(member, levels - 1)) return false;
  return true;
}
