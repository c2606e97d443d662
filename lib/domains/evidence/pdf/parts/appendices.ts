import { type PartInput, part, referenceTo, registerTable } from "@/lib/domains/evidence/pdf/elements";
import { count, counted } from "@/lib/domains/evidence/pdf/labels";
import { table } from "@/lib/platform/pdf/elements/table";
import { facts, paragraph } from "@/lib/platform/pdf/elements/text";
import type { Part } from "@/lib/platform/pdf/flow";
import { frame, type } from "@/lib/platform/pdf/theme";

/** The listed events, each once: all parts refer to these rows. */
export function eventRegister(input: PartInput): Part {
  const { set, report } = input;
  const { rows, total } = report.register;
  const title = "Register of events";
  if (total === 0) return part(input, "register", title, paragraph(set, emptyRegister(report)));
  const shown =
    rows.length === total
      ? `This register shows ${total === 1 ? "1 event" : `all ${counted(total, "event")}, ordered by chain position`}.`
      : `This register shows ${count(rows.length)} of ${counted(total, "event")}, ordered by chain position. Incidents are selected first, then overrides and rollbacks, then adverse evidence, then other events, then inferences. Within each group, the newest events are selected. The attached evidence.json contains all events.`;
  const words = `${shown} Other parts refer to events by number and position, such as ${referenceTo(rows[0] ?? { evidenceId: "E-0001", chainPosition: 1 })}.`;
  return part(
    input,
    "register",
    title,
    [...paragraph(set, words, { width: frame.width, keepWithNext: true }), ...registerTable(set, report.register)],
    { startsPage: rows.length > 10 },
  );
}

function emptyRegister({ manifest, summary }: PartInput["report"]): string {
  if (summary.totalEvents === 0) return "The model has no events in this period, so the register is empty.";
  const withheld = `The content of ${counted(manifest.withheld, "human review")} was left out on request. evidence.json contains only the ${manifest.withheld === 1 ? "header of this review" : "headers of these reviews"}.`;
  return `The register is empty, because no event in the period is included with its content. ${manifest.withheld > 0 ? withheld : ""}`.trim();
}

export function glossary(input: PartInput): Part {
  return part(input, "glossary", "Glossary", facts(input.set, glossaryEntries));
}

/** The public keys that the package carries. */
export function keys(input: PartInput): Part {
  const { set, report } = input;
  const words =
    "evidence.json contains the public keys. To confirm that they belong to the service, compare them with the keys published at /v1/verify/keys.";
  if (report.keys.length === 0) return part(input, "keys", "Keys", paragraph(set, "The package contains no keys."));
  return part(input, "keys", "Keys", [
    ...paragraph(set, words, { keepWithNext: true }),
    ...table(
      set,
      [{ title: "Key", width: 150, style: type.hash }, { title: "Kind", width: 150 }, { title: "Used for" }],
      report.keys.map((key) => [key.kid, kindOf(key), useOf(key.kid, report)]),
    ),
  ]);
}

function kindOf({ kty, crv, alg }: { kty: string; [member: string]: unknown }): string {
  const details = [crv, alg].filter((detail): detail is string => typeof detail === "string");
  return [kty, ...details].join(", ");
}

function useOf(kid: string, { sealKeyId, chain }: PartInput["report"]): string {
  if (kid === sealKeyId) return "Package seal and file signature";
  if (kid === chain.checkpoint?.keyId) return "Checkpoint in this package";
  return "Older signatures";
}

/** Terms that have a specific meaning in the document, in alphabetical order. */
const glossaryEntries: readonly (readonly [term: string, meaning: string])[] = [
  ["Actor", "The person, service or key that performed the action, as stated in the event."],
  [
    "Adverse evidence",
    "Events that record a problem with the subject of a requirement, such as a failed test. They do not show that the documentation is missing or wrong.",
  ],
  ["Block hash", "The SHA-256 hash of an event's header. Later events use this hash to reference the event."],
  [
    "Canonical JSON",
    "The unique JSON text that RFC 8785 defines for a value. It ensures that all verifiers hash the same bytes.",
  ],
  [
    "Chain",
    "All events of an organisation, each with the hash of the previous event. Changing one event changes the hashes of all later events.",
  ],
  [
    "Checkpoint",
    "A signed statement of a chain's length at a given time, the hash of its last event, and the root of its Merkle tree.",
  ],
  ["Content hash", "The SHA-256 hash of an event's content, including a random salt."],
  ["Erased", "An event whose content was deleted following a legal request. Its header and hashes remain."],
  ["Evidence number", "The number assigned to a listed event in this document, starting with E-0001."],
  ["Finding", "An inconsistency within the stored chain, or between the chain and a signed statement."],
  ["Listed", "An event in the period that is included with its full content."],
  [
    "Mapping",
    "The rules that determine which kinds of evidence are strong, supporting or adverse for each requirement. Each mapping has a version.",
  ],
  ["Outside the period", "An event included only as a header, to show that the model's thread has no gaps."],
  [
    "Position",
    "The sequence number of an event in its chain. Positions are consecutive, start at 1, and are written as #1, #2, and so on.",
  ],
  [
    "Proof of membership",
    "Hashes that prove that the events in the package are leaves of the Merkle tree whose root is in the signed checkpoint.",
  ],
  ["Salt", "Random bytes that are hashed with the content, so that the content cannot be guessed from its hash."],
  ["Seal", "The signature over the canonical text of the evidence."],
  ["Thread", "The events of one model within the chain, each with the hash of the model's previous event."],
  [
    "Withheld",
    "An event in the period that is counted but included only as a header, because its content was left out on request.",
  ],
];
