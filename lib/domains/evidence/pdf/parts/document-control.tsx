import { Link } from "@react-pdf/renderer";
import { type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, enumerate, longTime } from "@/lib/domains/evidence/pdf/labels";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { facts, heading } from "@/lib/platform/pdf/elements/text";
import type { Block, Entry, Part } from "@/lib/platform/pdf/flow";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

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

const indent = 34;
const pageWidth = 40;

/** The table of contents, each line a link. */
export function contents(input: PartInput, entries: readonly Entry[]): Part {
  return part(
    input,
    "contents",
    "Contents",
    entries.map((entry) => line(input.set, entry)),
  );
}

function line(set: Typesetter, { id, title: words, number, page }: Entry): Block {
  const isPart = number !== null;
  const style = isPart ? type.bodyStrong : { ...type.small, size: 8, leading: 11.5, color: color.quiet };
  const title = set.set(words, style, frame.width - indent - pageWidth - 16, 1);
  const numeral = set.set(number ?? "", { ...type.bodyStrong, color: color.accent }, indent, 1);
  const folio = set.set(String(page), style, pageWidth, 1);
  const titleEnd = indent + set.widthOf(title.lines.join(), style) + 8;
  const folioStart = frame.width - set.widthOf(String(page), style) - 8;
  return {
    height: style.leading,
    gap: isPart ? 6 : 0,
    draw: () => (
      <>
        <Print text={numeral} />
        <Print text={title} left={indent} />
        <Rule left={titleEnd} top={style.size * 1.05} width={Math.max(0, folioStart - titleEnd)} />
        <Print text={folio} left={frame.width - pageWidth} align="right" />
        <Link
          src={`#${id}`}
          style={{ position: "absolute", left: 0, top: 0, width: frame.width, height: style.leading + space.hair }}
        />
      </>
    ),
  };
}
