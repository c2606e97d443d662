import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { count, counted } from "@/lib/evidence/pdf/words";
import type { EvidenceReport } from "@/lib/evidence/report";
import { facts } from "@/lib/pdf/elements/facts";
import { heading, list, paragraph } from "@/lib/pdf/elements/prose";
import type { Block, Part } from "@/lib/pdf/flow/block";

const id = "exceptions";

/** What is not in the package although it could have been, and what is only in the attached file. */
export function exceptions(input: PartInput): Part {
  const { set } = input;
  return part(input, id, "Exceptions", [
    ...paragraph(set, "What was left out of this package, by whose choice, and what was shortened in print."),
    heading(set, "Left out on request", division(id, "left-out", "Left out on request", false)),
    ...leftOut(input),
    heading(set, "Shortened in print", division(id, "shortened", "Shortened in print", false)),
    ...shortened(input),
  ]);
}

function leftOut({ set, report }: PartInput): Block[] {
  const { package: pack, manifest, framework } = report;
  const sentences: string[] = [];
  if (!pack.includeHumanOversight) {
    sentences.push(
      `Human oversight was left out: of ${counted(manifest.withheld, "review")} the header is in the evidence, and the content is not. They are counted in every figure.`,
    );
  }
  if (!pack.includeChainProof)
    sentences.push(
      "The proof of the chain was left out: there is no checkpoint, no proof of membership, and no statement on the model's thread.",
    );
  const excluded = framework.sections.filter(({ included }) => !included);
  if (excluded.length > 0) {
    sentences.push(
      `${counted(excluded.length, "section")} of the framework ${excluded.length === 1 ? "was" : "were"} not asked for: ${excluded.map(({ title }) => title).join("; ")}. What is reported there alone is out of scope, and still counted in the denominator.`,
    );
  }
  if (sentences.length === 0) return paragraph(set, "Nothing was left out.");
  return list(
    set,
    sentences.map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1)),
  );
}

function shortened({ set, report }: PartInput): Block[] {
  const rows = registersOf(report).filter(([, { rows: shown, total }]) => shown.length < total);
  if (rows.length === 0) return paragraph(set, "Every register of this document has all of its rows.");
  return [
    ...paragraph(set, "These registers have more rows than are printed. All of them are in evidence.json.", {
      keepWithNext: true,
    }),
    ...facts(
      set,
      rows.map(([name, { rows: shown, total }]) => [name, `${count(shown.length)} of ${count(total)} rows printed`]),
    ),
  ];
}

function registersOf({ framework, registers, alerts, reviews, detections, list: all }: EvidenceReport) {
  const sections = framework.sections.flatMap(({ id: section, title }) => {
    const register = registers[section];
    return register ? [[title, register] as const] : [];
  });
  return [
    ...sections,
    ["Shadow AI, exceptions and restrictions", detections] as const,
    ["Alerts", alerts] as const,
    ["Human reviews", reviews] as const,
    ["List of events", all] as const,
  ];
}
