import type { EvidenceReport } from "@/lib/evidence/report";
import { partTitle } from "@/lib/pdf/elements/prose";
import type { Block, Mark, Part } from "@/lib/pdf/flow/block";
import { space } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

/** What every part is made from. */
export interface PartInput {
  report: EvidenceReport;
  set: Typesetter;
  /** `4` or `A`; empty before the first numbered part. */
  number: string;
}

/** A part with its title; `id` is unique in the document. */
export function part({ set, number }: PartInput, id: string, title: string, blocks: readonly Block[]): Part {
  const mark: Mark = { id, title: `${number} ${title}`.trim(), listed: number !== "" };
  const [first, ...others] = blocks;
  const opening = partTitle(set, number, title, mark);
  // The title has space below it already: a heading behind it needs none of its own.
  const below = first ? [{ ...first, gap: Math.min(first.gap ?? 0, space.small) }, ...others] : [];
  return { mark, title, number, blocks: [opening, ...below] };
}

/** The mark of a division of a part. */
export function division(under: string, id: string, title: string, listed = true): Mark {
  return { id: `${under}-${id}`, title, under, listed };
}
