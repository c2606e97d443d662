import type { EvidenceReport, Register } from "@/lib/domains/evidence/collect/registers";
import {
  divisionHeading,
  type PartInput,
  part,
  registerTable,
  shortenedSentence,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import { oversightBlocks } from "@/lib/domains/evidence/pdf/parts/oversight";
import { facts, list, paragraph } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import { frame } from "@/lib/platform/pdf/theme";

/** Detections, alerts and human decisions. */
export function decisions(input: PartInput): Part {
  const { alerts, reviews, detections, summary, package: pack } = input.report;
  const withheld = `${sentenceCase(counted(summary.humanReviews, "human review"))} ${summary.humanReviews === 1 ? "was" : "were"} recorded in the period. The content was left out on request; evidence.json contains only the ${summary.humanReviews === 1 ? "header" : "headers"}.`;
  return part(input, "decisions", "Detections and decisions", [
    ...paragraph(
      input.set,
      "Each change to a detection, each alert and each review is recorded as a separate event, which is never edited. The registers list these events and the decisions that they record.",
    ),
    ...registerPart(input, "detections", "Shadow AI, exceptions and restrictions", detections, {
      none: "No detections, exceptions or restrictions were recorded for this model in the period.",
      noun: "event",
    }),
    ...registerPart(input, "alerts", "Alerts", alerts, {
      none: "No alerts were recorded in the period.",
      noun: "alert",
    }),
    ...oversightBlocks(input),
    ...registerPart(input, "reviews", "Human reviews", reviews, {
      none:
        pack.includeHumanOversight || summary.humanReviews === 0
          ? "No human reviews were recorded in the period."
          : withheld,
      noun: "review",
    }),
  ]);
}

interface Words {
  /** Shown if the register is empty. */
  none: string;
  noun: string;
}

function registerPart(
  { set }: PartInput,
  key: string,
  title: string,
  register: Register,
  { none, noun }: Words,
): Block[] {
  const head = divisionHeading(set, "decisions", key, title);
  if (register.total === 0) return [head, ...paragraph(set, none)];
  const words = `This register contains ${counted(register.total, noun)}. ${shortenedSentence(register)}`;
  return [head, ...paragraph(set, words, { width: frame.width, keepWithNext: true }), ...registerTable(set, register)];
}

/** Content left out of the package, and content that is only in the attached file. */
export function omissions(input: PartInput): Part {
  const { set } = input;
  return part(input, "omissions", "Omissions", [
    ...paragraph(set, "This part lists content that was left out on request or shortened in this document."),
    divisionHeading(set, "omissions", "left-out", "Left out on request", false),
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
      `${counted(excluded.length, "section")} of the framework ${excluded.length === 1 ? "was" : "were"} not requested: ${excluded.map(({ title }) => title).join("; ")}. Requirements that appear only in ${excluded.length === 1 ? "this section" : "these sections"} are out of scope but still count towards the total.`,
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
  if (rows.length === 0) return paragraph(set, "All registers in this document are complete.");
  return [
    ...paragraph(set, "These registers are shortened. evidence.json contains all events.", {
      keepWithNext: true,
    }),
    ...facts(
      set,
      rows.map(([name, { rows: shown, total }]) => [name, `Shows ${count(shown.length)} of ${count(total)} rows`]),
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
