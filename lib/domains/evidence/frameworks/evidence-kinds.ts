import { z } from "zod";
import { eventTypes } from "@/lib/domains/audit-chain/enums";
import json from "@/lib/domains/evidence/frameworks/evidence-kinds.json" with { type: "json" };
import { negativeWords, positiveWords } from "@/lib/domains/evidence/frameworks/review-words";
import { Condition, type EvidenceKind, KeyNames } from "@/lib/domains/evidence/frameworks/types";

const KindRow = z.strictObject({ id: z.string(), type: z.enum(eventTypes), conditions: z.array(Condition) });
type KindRow = z.infer<typeof KindRow>;

/**
 * The content that makes an event evidence of a kind. Frameworks map kinds to requirements and never read
 * payloads. The data is checked when it is loaded.
 */
const data = z
  .strictObject({
    /** Words that several conditions accept, as `$name`. */
    wordLists: z.record(z.string(), z.array(z.string())),
    /** Within a type, the order in which `unless` refers back. */
    kinds: z.array(KindRow.extend({ label: z.string(), unless: z.array(z.string()).default([]) })),
    /** Events that a document shows first, by kind. */
    notable: z.array(KindRow),
    keyNames: KeyNames,
  })
  .parse(json);

const wordLists = new Map(
  Object.entries({ ...data.wordLists, positive: [...positiveWords, "confirmed"], negative: negativeWords }).map(
    ([name, words]) => [`$${name}`, words],
  ),
);

function withWords<Row extends KindRow>(row: Row): Row {
  const conditions = row.conditions.map((condition) => ({
    ...condition,
    ...(condition.words && { words: condition.words.flatMap((word) => wordLists.get(word) ?? word) }),
  }));
  return { ...row, conditions };
}

/** Every kind of evidence, and one for each type of event. */
export const evidenceKinds: readonly EvidenceKind[] = [
  ...data.kinds.map(withWords),
  ...[...new Set(data.kinds.map(({ type }) => type))].map((type) => ({
    ...{ id: `any.${type}`, type, label: `events of type ${type}`, conditions: [], unless: [] },
  })),
];

export const notableKinds: readonly EvidenceKind[] = data.notable.map((row) => ({
  ...withWords(row),
  ...{ label: "", unless: [] },
}));

/** Aliases of the fields in the rules. Ambiguous names are not listed. */
export const { keyNames } = data;
