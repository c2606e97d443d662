import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import type { PartInput } from "@/lib/domains/evidence/pdf/elements";
import { shortHash } from "@/lib/domains/evidence/pdf/labels";
import { coverageTable, eventList, glossary, keys } from "@/lib/domains/evidence/pdf/parts/appendices";
import { chainProof, howToVerify, signatures } from "@/lib/domains/evidence/pdf/parts/chain-proof";
import { Cover } from "@/lib/domains/evidence/pdf/parts/cover";
import { decisions, omissions } from "@/lib/domains/evidence/pdf/parts/decisions";
import { contents, documentControl } from "@/lib/domains/evidence/pdf/parts/document-control";
import { frameworkSection, type Home } from "@/lib/domains/evidence/pdf/parts/framework-section";
import { integrity, scope } from "@/lib/domains/evidence/pdf/parts/integrity";
import { summary } from "@/lib/domains/evidence/pdf/parts/summary";
import type { SectionReport } from "@/lib/domains/evidence/schemas-bundle";
import { type DocumentMetadata, drawDocument, OutlinedDocument, oneLine } from "@/lib/platform/pdf/document";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { BarePage, Sheet, Target } from "@/lib/platform/pdf/elements/sheet";
import type { Part } from "@/lib/platform/pdf/flow";
import { assemble, type LaidPage } from "@/lib/platform/pdf/flow";
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
  return drawDocument(<ReportDocument report={report} set={set} pages={pages} metadata={metadata} />, metadata);
}

interface ReportDocumentProps {
  report: EvidenceReport;
  set: Typesetter;
  pages: readonly LaidPage[];
  metadata: DocumentMetadata;
}

/** The pages of the document with their blocks, its metadata and its outline. */
export function ReportDocument({ report, set, pages, metadata }: ReportDocumentProps) {
  const total = pages.length + 1;
  const footer = footerOf(set, report);
  return (
    <OutlinedDocument metadata={metadata}>
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
    </OutlinedDocument>
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

const firstParts: readonly MakePart[] = [integrity, scope, summary];
const lastParts: readonly MakePart[] = [decisions, omissions, chainProof, howToVerify, signatures];
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

export function metadataOf({ package: pack, framework, generator, chain }: EvidenceReport): DocumentMetadata {
  const keywords = ["evidence package", framework.shortName, pack.model.id, pack.id, pack.classification];
  return {
    title: oneLine(`Evidence package: ${pack.model.name}, ${framework.shortName}`),
    author: oneLine(pack.organisation.name),
    subject: oneLine(`${framework.name}, ${pack.dateRange.from} to ${pack.dateRange.to}`),
    keywords: oneLine(keywords.join("; ")),
    creator: oneLine(`${generator.name} ${generator.version}`),
    at: chain.verification.verifiedAt,
    language: "en-GB",
  };
}
