import { statusBadge } from "@/lib/evidence/pdf/elements/status-mark";
import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { count, counted } from "@/lib/evidence/pdf/words";
import { type CoverageStatus, coverageStatuses } from "@/lib/evidence/vocabulary";
import { facts } from "@/lib/pdf/elements/facts";
import { heading, list, paragraph } from "@/lib/pdf/elements/prose";
import { spread, table } from "@/lib/pdf/elements/table";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { type } from "@/lib/pdf/theme";
import { missing } from "@/lib/pdf/typeset/clean-text";

const id = "scope";

/** Which events are in the package, how they were chosen, and how coverage is counted. */
export function scope(input: PartInput): Part {
  const { report, set } = input;
  const { manifest, framework } = report;
  return part(input, id, "Scope and method", [
    heading(set, "Which events", division(id, "events", "Which events")),
    ...paragraph(
      set,
      "Every event of the model whose time lies in the period is in the package, in the order in which they were recorded. None was sampled, and none was left out by its type, its severity or its source.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Model", manifest.filter.modelId, type.hash],
      ["Time, both ends inclusive", `${manifest.filter.from} to ${manifest.filter.to}`, type.hash],
      ["Listed", some(manifest.listed, "with content, numbered from E-0001")],
      ["Withheld", some(manifest.withheld, "of the period, as headers only")],
      ...(manifest.erased ? [["Erased", some(manifest.erased, "on legal request, as headers only")] as const] : []),
      ["Outside of the period", some(manifest.outsidePeriod, "as headers only: nothing was left out between others")],
      [
        "Chain read up to",
        manifest.chainSize === 0 ? "The chain had no events" : `Position ${count(manifest.chainSize)}`,
      ],
    ]),
    heading(set, "How it is shown", division(id, "shown", "How it is shown")),
    ...list(set, methods(input)),
    heading(set, "How coverage is counted", division(id, "coverage", "How coverage is counted")),
    ...paragraph(
      set,
      `Each of the ${count(framework.coverage.total)} ${framework.countedAs} of the framework has one of five statuses. Coverage is counted over all of them, also over those whose sections were not asked for: leaving a section out does not raise it. A status says what the events of the period show, and nothing about whether the organisation meets the framework, which people have to judge.`,
      { keepWithNext: true },
    ),
    ...statusTable(input),
  ]);
}

function some(number: number, words: string): string {
  return number === 0 ? "None" : `${counted(number, "event")}, ${words}`;
}

function methods({ report }: PartInput): string[] {
  const { manifest, framework } = report;
  return [
    "What an event says is hashed together with a random salt. Where content is withheld, its hash and header stay: the chain can be checked, and the content cannot be guessed from its hash.",
    `Events are mapped to requirements by their type and by the members of their payload, with the mapping of ${framework.mappingVersion}. Strong evidence speaks for itself; supporting evidence adds to it.`,
    "Registers are printed up to a limit and say so: \u201cthe first N of M\u201d. All M are in the attached evidence.json, with their full content.",
    `Hashes are ${manifest.hashAlgorithm} over canonical JSON (${manifest.canonicalForm}). In tables, the first twelve digits of an event's block hash stand for it.`,
    `Times are in UTC. Long texts end in an ellipsis where they are cut, line breaks are shown as spaces, invisible marks are left out, and ${missing} stands for a character for which this document has no letterform; evidence.json has the text itself.`,
  ];
}

const meanings: Readonly<Record<CoverageStatus, string>> = {
  EVIDENCED: "There is strong evidence, and nothing beside events is needed.",
  PARTIAL: "There are events, but strong evidence or a document is missing.",
  NO_EVENTS_IN_PERIOD: "Events could show it, and the period has none that do.",
  NOT_EVIDENCED_BY_EVENTS: "No event can show it; a document has to be supplied.",
  OUT_OF_SCOPE: "Its section was not asked for.",
};

function statusTable({ set }: PartInput): Block[] {
  const [status = 0, meaning = 0] = spread([140, 0]);
  return table(
    set,
    [
      { title: "Status", width: status },
      { title: "Meaning", width: meaning },
    ],
    coverageStatuses.map((value) => [statusBadge(set, value), meanings[value]]),
  );
}
