import {
  type PartInput,
  part,
  registerTable,
  shortenedSentence,
  statusBadge,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
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
    ...registerTable(set, list, 1),
  ]);
}

/** Every requirement with its status, those that are counted and those that are not. */
export function coverageTable(input: PartInput): Part {
  const { set, report } = input;
  const { requirements, coverage, countedAs } = report.framework;
  const beside = requirements.length - coverage.total;
  const uncounted =
    beside > 0
      ? ` ${sentenceCase(count(beside))} more ${beside === 1 ? "is" : "are"} shown beside them and not counted.`
      : "";
  return part(input, "coverage", "Coverage", [
    ...paragraph(
      set,
      `All requirements of the framework, whichever sections were asked for. The denominator is the ${count(coverage.total)} ${countedAs}.${uncounted}`,
      { width: frame.width, keepWithNext: true },
    ),
    ...table(
      set,
      [
        { title: "Id", width: 48, style: type.smallStrong },
        { title: "Requirement" },
        { title: "Counted", width: 54 },
        { title: "Status", width: 112 },
        { title: "Events", width: 48, align: "right" },
        { title: "Strong", width: 44, align: "right" },
      ],
      requirements.map((requirement) => [
        requirement.id,
        requirement.title,
        requirement.counted ? "Yes" : "No",
        statusBadge(set, requirement.status),
        count(requirement.events),
        count(requirement.strong),
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
    "The public keys themselves are in evidence.json. Whether they are the service's follows from comparing them with those that it publishes under /v1/verify/keys.";
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

/** Words that the document uses in a sense of its own, in alphabetical order. */
const glossaryEntries: readonly (readonly [term: string, meaning: string])[] = [
  ["Actor", "Who or what an event says has acted: a person, a service or a key."],
  ["Block hash", "The SHA-256 of an event's header. It stands for the event in whatever follows it."],
  [
    "Canonical JSON",
    "The one way to write a value as JSON that RFC 8785 defines, so that everybody who hashes it hashes the same bytes.",
  ],
  [
    "Chain",
    "All events of an organisation, each naming the hash of the one before. To change one is to change all that follow.",
  ],
  [
    "Checkpoint",
    "A signed statement of how long a chain was at a time, what its last event hashed to, and the root of the tree over it.",
  ],
  ["Content hash", "The SHA-256 of what an event says, together with a random salt."],
  ["Evidence number", "The number under which this document speaks of a listed event: E-0001 is the first of them."],
  ["Finding", "A place where the stored chain does not agree with itself, or with what was signed."],
  ["Listed", "Of an event: in the period, and in the package with everything that it says."],
  [
    "Mapping",
    "Which types of events, with which members, are evidence of which requirement. It has a version of its own.",
  ],
  ["Membership", "That an event is a leaf of the tree whose root a checkpoint has signed."],
  ["Outside of the period", "Of an event: there as a header, only to show that nothing was left out between others."],
  ["Position", "The number of an event in its chain, beginning at 1, without gaps; written as #1."],
  ["Salt", "Random bytes that are hashed with a content, so that it cannot be guessed from its hash."],
  ["Seal", "The signature over the canonical text of the evidence."],
  ["Thread", "The events of one model within the chain, each naming the hash of the one before it."],
  [
    "Withheld",
    "Of an event: in the period and counted, but in the package as a header alone, because that was asked for.",
  ],
];
