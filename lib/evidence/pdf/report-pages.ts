import { coverageTable, eventList, glossary, keys } from "@/lib/evidence/pdf/parts/appendices";
import { chainProof } from "@/lib/evidence/pdf/parts/chain-proof";
import { contents } from "@/lib/evidence/pdf/parts/contents";
import { decisions } from "@/lib/evidence/pdf/parts/decisions";
import { documentControl } from "@/lib/evidence/pdf/parts/document-control";
import { exceptions } from "@/lib/evidence/pdf/parts/exceptions";
import { frameworkSection, type Home } from "@/lib/evidence/pdf/parts/framework-section";
import { howToVerify } from "@/lib/evidence/pdf/parts/how-to-verify";
import { integrity } from "@/lib/evidence/pdf/parts/integrity";
import type { PartInput } from "@/lib/evidence/pdf/parts/part";
import { scope } from "@/lib/evidence/pdf/parts/scope";
import { signatures } from "@/lib/evidence/pdf/parts/signatures";
import { summary } from "@/lib/evidence/pdf/parts/summary";
import type { EvidenceReport } from "@/lib/evidence/report";
import type { SectionReport } from "@/lib/evidence/schemas-bundle";
import { assemble, type LaidPage } from "@/lib/pdf/flow/assemble";
import type { Part } from "@/lib/pdf/flow/block";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

type MakePart = (input: PartInput) => Part;

const firstParts: readonly MakePart[] = [integrity, scope, summary];
const lastParts: readonly MakePart[] = [decisions, exceptions, chainProof, howToVerify, signatures];
const appendices: readonly MakePart[] = [eventList, coverageTable, glossary, keys];

/** All pages behind the cover, which is page 1. */
export function reportPages(report: EvidenceReport, set: Typesetter): LaidPage[] {
  const front = { report, set, number: "" };
  return assemble([documentControl(front)], (entries) => contents(front, entries), partsOf(report, set), 2);
}

function partsOf(report: EvidenceReport, set: Typesetter): Part[] {
  const sections = report.framework.sections.filter(({ included }) => included);
  const home = homesOf(report, sections, firstParts.length + 1);
  const makers: MakePart[] = [
    ...firstParts,
    ...sections.map(
      (section): MakePart =>
        (input) =>
          frameworkSection({ ...input, section, home }),
    ),
    ...lastParts,
  ];
  return [
    ...makers.map((make, index) => make({ report, set, number: String(index + 1) })),
    ...appendices.map((make, index) => make({ report, set, number: "ABCD".charAt(index) })),
  ];
}

/** The first included section of each requirement: there it is written out. */
function homesOf({ framework }: EvidenceReport, sections: readonly SectionReport[], first: number): Map<string, Home> {
  const homes = new Map<string, Home>();
  for (const { id, sections: reported } of framework.requirements) {
    const index = sections.findIndex((section) => reported.includes(section.id));
    const section = sections[index];
    if (section) homes.set(id, { section: section.id, part: String(first + index) });
  }
  return homes;
}
