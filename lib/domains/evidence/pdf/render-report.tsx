import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { divisionHeading, isWithoutEvents, type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, shortHash } from "@/lib/domains/evidence/pdf/labels";
import { activity } from "@/lib/domains/evidence/pdf/parts/activity";
import { eventRegister, glossary, keys } from "@/lib/domains/evidence/pdf/parts/appendices";
import { chainProof, howToVerify, signatures } from "@/lib/domains/evidence/pdf/parts/chain-proof";
import { Cover } from "@/lib/domains/evidence/pdf/parts/cover";
import { contents, documentControl } from "@/lib/domains/evidence/pdf/parts/document-control";
import { integrity, scope } from "@/lib/domains/evidence/pdf/parts/integrity";
import { requirements } from "@/lib/domains/evidence/pdf/parts/requirements";
import { summary } from "@/lib/domains/evidence/pdf/parts/summary";
import { type DocumentMetadata, drawDocument, oneLine } from "@/lib/platform/pdf/document";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { BarePage, Sheet, Target } from "@/lib/platform/pdf/elements/sheet";
import { list, paragraph } from "@/lib/platform/pdf/elements/text";
import { assemble, type Block, type LaidPage, type Part } from "@/lib/platform/pdf/flow";
import { scriptsOf } from "@/lib/platform/pdf/fonts/font-files";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { color, frame, page, space, type } from "@/lib/platform/pdf/theme";
import { createTypesetter, type Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/**
 * The unsigned document: A4, PDF 1.7, embedded fonts, outline. Pure: the same report gives the same bytes. With full
 * registers it takes some five seconds and 300 MB.
 */
export async function renderReport(report: EvidenceReport): Promise<Uint8Array> {
  const stacks = await loadFonts(scriptsOf(JSON.stringify(report)));
  const set = createTypesetter(stacks);
  const pages = reportPages(report, set);
  const metadata = metadataOf(report);
  return drawDocument(<ReportDocument report={report} set={set} pages={pages} />, metadata);
}

interface ReportDocumentProps {
  report: EvidenceReport;
  set: Typesetter;
  pages: readonly LaidPage[];
}

/** The pages of the document with their blocks. */
function ReportDocument({ report, set, pages }: ReportDocumentProps) {
  const total = pages.length + 1;
  const footer = footerOf(set, report);
  return (
    <>
      <BarePage>
        <Target mark={{ id: "cover", title: "Cover", listed: false }} top={0} />
        <Cover report={report} set={set} />
      </BarePage>
      {pages.map(({ number, part, blocks }) => {
        const header = set.set(part.mark.title, type.running, frame.width - classificationWidth - space.large, 1);
        const folio = set.set(`Page ${number} of ${total}`, type.running, 90, 1);
        return (
          <Sheet key={number} blocks={blocks}>
            <Print text={header} left={page.left} top={page.headerTop} />
            <Print text={footer.classification} left={classificationLeft} top={page.headerTop} align="right" />
            <Rule left={page.left} top={page.footerTop - 8} width={frame.width} />
            <Print text={footer.packageId} left={page.left} top={page.footerTop} />
            <Print text={footer.hashes} left={page.left} top={page.footerTop} align="center" />
            <Print text={folio} left={page.left + frame.width - 90} top={page.footerTop} align="right" />
          </Sheet>
        );
      })}
    </>
  );
}

const classificationWidth = 180;
const classificationLeft = page.left + frame.width - classificationWidth;

/** The footer of every page, and the classification in its header. */
function footerOf(set: Typesetter, { package: pack, chain, sealKeyId }: EvidenceReport) {
  const head = chain.checkpoint ? `head ${shortHash(chain.checkpoint.headHash)}` : "no checkpoint";
  return {
    classification: set.set(
      pack.classification.toUpperCase(),
      { ...type.label, color: color.ink },
      classificationWidth,
      1,
    ),
    packageId: set.set(pack.id, type.runningMono, 170, 1),
    hashes: set.set(`key ${sealKeyId} \u00b7 ${head}`, type.runningMono, frame.width, 1),
  };
}

type MakePart = (input: PartInput) => Part;

const firstParts: readonly MakePart[] = [integrity, scope, requirements];
const eventParts: readonly MakePart[] = [activity, eventRegister];
const lastParts: readonly MakePart[] = [omissions, chainProof, howToVerify, signatures];

/** All pages after the cover, which is page 1. A package without events has a short form. */
export function reportPages(report: EvidenceReport, set: Typesetter): LaidPage[] {
  const front = { report, set, number: "" };
  const isShort = isWithoutEvents(report);
  const parts = [...firstParts, ...(isShort ? [] : eventParts), ...lastParts];
  const numbered = parts.map((make, index) => make({ ...front, number: String(index + 2) }));
  const appendices = (isShort ? [] : [glossary, keys]).map((make, index) =>
    make({ ...front, number: "AB".charAt(index) }),
  );
  return assemble(
    [summary({ ...front, number: "1" })],
    (entries) => contents(front, entries),
    [documentControl(front), ...numbered, ...appendices],
    2,
  );
}

export function metadataOf({ package: pack, framework, generator, chain }: EvidenceReport): DocumentMetadata {
  const keywords = ["evidence package", framework.shortName, pack.model.id, pack.id, pack.classification];
  return {
    title: oneLine(`Evidence package: ${pack.model.name}, ${framework.shortName}`),
    author: oneLine(pack.organisation.name),
    subject: oneLine(`${framework.packageTitle ?? framework.name}, ${pack.dateRange.from} to ${pack.dateRange.to}`),
    keywords: oneLine(keywords.join("; ")),
    creator: oneLine(`${generator.name} ${generator.version}`),
    at: chain.verification.verifiedAt,
    language: "en-GB",
  };
}

/** Content left out of the package, and content that is only in the attached file. */
function omissions(input: PartInput): Part {
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
