import { type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { count, counted, enumerate, longTime } from "@/lib/evidence/pdf/words";
import { facts } from "@/lib/pdf/elements/facts";
import { heading } from "@/lib/pdf/elements/prose";
import type { Part } from "@/lib/pdf/flow/block";
import { type } from "@/lib/pdf/theme";

/** What made the document, from what, and with which options. */
export function documentControl(input: PartInput): Part {
  const { report, set } = input;
  const { package: pack, framework, generator, chain, schema, sealKeyId, signedBy } = report;
  const included = framework.sections.filter((section) => section.included);
  return part(input, "document-control", "Document control", [
    heading(set, "This document"),
    ...facts(set, [
      ["Package", pack.id, type.hash],
      ["Organisation", `${pack.organisation.name} (${pack.organisation.id})`],
      ["Model", `${pack.model.name} (${pack.model.id})`],
      ...(pack.model.description ? [["Description", pack.model.description] as const] : []),
      ["Period, both ends inclusive", `${pack.dateRange.from} to ${pack.dateRange.to}`],
      ["Requested", longTime(pack.requestedAt)],
      ["Generated", longTime(pack.generatedAt)],
      ["Kept until", longTime(pack.expiresAt)],
      ["Classification", pack.classification],
    ]),
    heading(set, "Versions"),
    ...facts(set, [
      ["Framework", `${framework.name}. ${framework.issuer}, ${framework.edition}`],
      ["Mapping of events onto it", framework.mappingVersion],
      ["Schema of the evidence", schema],
      ["Made by", `${generator.name} ${generator.version}`],
      ["Signed by", signedBy],
      ["Key", sealKeyId, type.hash],
      ["Checkpoint", checkpointWords(chain)],
    ]),
    heading(set, "What was asked for"),
    ...facts(set, [
      [
        "Sections",
        sectionsWords(
          included.map((section) => section.title),
          framework.sections.length,
        ),
      ],
      ["Proof of the chain", pack.includeChainProof ? "Included" : "Left out"],
      ["Human oversight", pack.includeHumanOversight ? "Included" : "Reviews are counted; what they say is left out"],
      ["Prepared for", pack.recipientName ?? "No recipient was named"],
    ]),
  ]);
}

function checkpointWords({ checkpoint, withoutProof }: PartInput["report"]["chain"]): string {
  if (!checkpoint) return withoutProof ?? "None";
  return `Of ${counted(checkpoint.size, "event")}, issued ${longTime(checkpoint.issuedAt)}, key ${checkpoint.keyId}`;
}

function sectionsWords(titles: readonly string[], all: number): string {
  const which = titles.length === all ? `All ${count(all)}` : `${count(titles.length)} of ${count(all)}`;
  return `${which}: ${enumerate(titles)}`;
}
