import {
  type PartInput,
  part,
  registerTable,
  shortenedSentence,
  statusBadge,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import { coverageHeadline } from "@/lib/domains/evidence/schemas-coverage";
import { table } from "@/lib/platform/pdf/elements/table";
import { facts, paragraph } from "@/lib/platform/pdf/elements/text";
import type { Part } from "@/lib/platform/pdf/flow";
import { frame, type } from "@/lib/platform/pdf/theme";

/** Every event that the package lists, up to the limit of the document. */
export function eventList(input: PartInput): Part {
  const { set, report } = input;
  const { list } = report;
  if (list.total === 0) {
    const why =
      report.manifest.withheld > 0 ? "Every event of the period is withheld" : "The model has no events in this period";
    return part(input, "event-list", "List of events", paragraph(set, `${why}: there is nothing to list.`));
  }
  const words = `${sentenceCase(counted(list.total, "event"))}, in the order in which ${list.total === 1 ? "it was" : "they were"} recorded. ${shortenedSentence(list)}`;
  return part(input, "event-list", "List of events", [
    ...paragraph(set, words, { width: frame.width, keepWithNext: true }),
    ...registerTable(set, list),
  ]);
}

/** Every requirement with its status, those that are counted and those that are not. */
export function coverageTable(input: PartInput): Part {
  const { set, report } = input;
  const { requirements, coverage, countedAs } = report.framework;
  const beside = requirements.length - coverage.total;
  const uncounted =
    beside > 0
      ? ` ${sentenceCase(count(beside))} more ${beside === 1 ? "is" : "are"} listed with them and not counted.`
      : "";
  return part(input, "coverage", "Coverage", [
    ...paragraph(
      set,
      `${sentenceCase(coverageHeadline(coverage))} ${countedAs}. All requirements of the framework are listed, including those in sections that were not requested.${uncounted}`,
      { width: frame.width, keepWithNext: true },
    ),
    ...table(
      set,
      [
        { title: "Id", width: 48, style: type.smallStrong },
        { title: "Requirement" },
        { title: "Counted", width: 48 },
        { title: "Status", width: 84 },
        { title: "Events", width: 48, align: "right" },
        { title: "Strong", width: 44, align: "right" },
        { title: "Adverse", width: 48, align: "right" },
      ],
      requirements.map((requirement) => [
        requirement.id,
        requirement.title,
        requirement.counted ? "Yes" : "No",
        statusBadge(set, requirement.status),
        count(requirement.events),
        count(requirement.strong),
        count(requirement.adverse ?? 0),
      ]),
    ),
  ]);
}

export function glossary(input: PartInput): Part {
  return part(input, "glossary", "Glossary", facts(input.set, glossaryEntries));
}

/** The public keys that the package carries. */
export function keys(input: PartInput): Part {
  const { set, report } = input;
  const words =
    "The public keys themselves are in evidence.json. To confirm that they belong to the service, compare them with the keys that it publishes under /v1/verify/keys.";
  if (report.keys.length === 0) return part(input, "keys", "Keys", paragraph(set, "The package carries no keys."));
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
  if (kid === sealKeyId) return "Seal of this package and signature of this file";
  if (kid === chain.checkpoint?.keyId) return "Checkpoint of this package";
  return "Kept for older signatures";
}

/** Terms that have a specific meaning in the document, in alphabetical order. */
const glossaryEntries: readonly (readonly [term: string, meaning: string])[] = [
  ["Actor", "The person, service or key that performed the action, as stated in the event."],
  [
    "Adverse evidence",
    "Events whose content speaks against a requirement, such as a failed test or a rejected validation.",
  ],
  ["Block hash", "The SHA-256 of an event's header. Later events reference an event by it."],
  ["Canonical JSON", "The unique JSON form of a value defined by RFC 8785, so that everyone hashes the same bytes."],
  [
    "Chain",
    "All events of an organisation, each with the hash of the previous event. Changing one event changes the hashes of all later ones.",
  ],
  [
    "Checkpoint",
    "A signed statement of a chain's length at a given time, the hash of its last event, and the root of its Merkle tree.",
  ],
  ["Content hash", "The SHA-256 of an event's content, including a random salt."],
  ["Evidence number", "The number of a listed event in this document. The first is E-0001."],
  ["Finding", "An inconsistency within the stored chain, or between the chain and a signed statement."],
  ["Listed", "An event of the period that is included with its full content."],
  [
    "Mapping",
    "The table of the kinds of evidence that count for or against each requirement. Mappings are versioned separately.",
  ],
  ["Membership", "The property that an event is a leaf of the tree whose root a checkpoint signs."],
  ["Outside of the period", "An event included only as a header, to show that no events in between were left out."],
  ["Position", "The number of an event in its chain, starting at 1, without gaps; written as #1."],
  ["Salt", "Random bytes that are hashed with the content, so that it cannot be guessed from its hash."],
  ["Seal", "The signature over the canonical text of the evidence."],
  ["Thread", "The events of one model within the chain, each with the hash of the previous one."],
  [
    "Withheld",
    "An event of the period that is counted but included only as a header, because its content was left out on request.",
  ],
];
