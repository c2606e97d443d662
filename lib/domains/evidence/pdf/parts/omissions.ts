import { divisionHeading, type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import { count, counted } from "@/lib/domains/evidence/pdf/labels";
import { list, paragraph } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";

/** Content left out of the package, and content that is only in the attached file. */
export function omissions(input: PartInput): Part {
  const { set, report } = input;
  const { register, framework, package: pack } = report;
  const isWhole = register.rows.length === register.total && framework.sections.every(({ included }) => included);
  if (isWhole && pack.includeHumanOversight && pack.includeChainProof) {
    const words = "No content was left out on request or shortened.";
    return part(input, "omissions", "Omissions", paragraph(set, words));
  }
  return part(input, "omissions", "Omissions", [
    ...paragraph(set, "This part lists content that was left out on request or shortened in this document."),
    divisionHeading(set, "omissions", "left-out", "Left out as requested", false),
    ...leftOut(input),
    divisionHeading(set, "omissions", "shortened", "Shortened in this document", false),
    ...shortened(input),
  ]);
}

function leftOut({ set, report }: PartInput): Block[] {
  const { package: pack, manifest, framework } = report;
  const sentences: string[] = [];
  if (!pack.includeHumanOversight) {
    sentences.push(
      manifest.withheld === 0
        ? "The content of human reviews was left out. The period contains no reviews."
        : `The content of ${counted(manifest.withheld, "human review")} was left out. The evidence contains the ${manifest.withheld === 1 ? "header, and the review is" : "headers, and the reviews are"} included in the counts.`,
    );
  }
  if (!pack.includeChainProof)
    sentences.push(
      "The chain proof was left out: the package contains no checkpoint, no proof of membership and no statement about the model's thread.",
    );
  const excluded = framework.sections.filter(({ included }) => !included);
  if (excluded.length > 0) {
    sentences.push(
      `${counted(excluded.length, "section")} of the framework ${excluded.length === 1 ? "was" : "were"} not requested: ${excluded.map(({ title }) => title).join("; ")}. Requirements that appear only in ${excluded.length === 1 ? "this section" : "these sections"} have the status \u201cNot requested\u201d but still count towards the total.`,
    );
  }
  if (sentences.length === 0) return paragraph(set, "Nothing was left out.");
  return list(
    set,
    sentences.map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1)),
  );
}

function shortened({ set, report: { register } }: PartInput): Block[] {
  if (register.rows.length >= register.total) return paragraph(set, "The register of events is complete.");
  return paragraph(
    set,
    `The register contains ${count(register.rows.length)} of ${counted(register.total, "listed event")}. The attached evidence.json contains all listed events.`,
  );
}
