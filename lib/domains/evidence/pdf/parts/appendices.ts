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
      report.manifest.withheld > 0 ? "All events in the period are withheld" : "The model has no events in this period";
    return part(input, "event-list", "List of events", paragraph(set, `${why}, so the list is empty.`));
  }
  const words = `This list contains ${counted(list.total, "event")}, ordered by chain position. ${shortenedSentence(list)}`;
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
      ? ` This includes ${counted(beside, "requirement")} that ${beside === 1 ? "is" : "are"} not counted.`
      : "";
  return part(input, "coverage", "Coverage", [
    ...paragraph(
      set,
      `${sentenceCase(coverageHeadline(coverage))} ${countedAs}. The table lists all requirements of the framework, including those in sections that were not requested.${uncounted}`,
      { width: frame.width, keepWithNext: true },
    ),
    ...table(
      set,
      [
        { title: "ID", width: 48, style: type.smallStrong },
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
    "Events whose content counts against a requirement, such as a failed test or a rejected validation.",
  ],
  ["Block hash", "The SHA-256 hash of an event's header. Later events use this hash to reference the event."],
  [
    "Canonical JSON",
    "The only JSON form of a value that RFC 8785 permits. It ensures that all verifiers hash the same bytes.",
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
  ["Evidence number", "The number of a listed event in this document. The first is E-0001."],
  ["Finding", "An inconsistency within the stored chain, or between the chain and a signed statement."],
  ["Listed", "An event in the period that is included with its full content."],
  [
    "Mapping",
    "The rules that state which kinds of evidence count for or against each requirement. Each mapping has a version.",
  ],
  ["Outside the period", "An event included only as a header, to show that no events in between were left out."],
  [
    "Position",
    "The number of an event in its chain. Positions start at 1, have no gaps, and are written as #1, #2, and so on.",
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
