import { Document, Page, View } from "@react-pdf/renderer";
import { Cover } from "@/lib/evidence/pdf/parts/cover";
import { shortHash } from "@/lib/evidence/pdf/words";
import type { EvidenceReport } from "@/lib/evidence/report";
import { At } from "@/lib/pdf/elements/at";
import { Print } from "@/lib/pdf/elements/print";
import { Hairlines, Rule } from "@/lib/pdf/elements/rule";
import type { LaidPage } from "@/lib/pdf/flow/assemble";
import type { Mark } from "@/lib/pdf/flow/block";
import type { DocumentMetadata } from "@/lib/pdf/metadata";
import { color, frame, hairline, page, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

interface ReportDocumentProps {
  report: EvidenceReport;
  set: Typesetter;
  pages: readonly LaidPage[];
  metadata: DocumentMetadata;
}

/** The pages of the document with what stands on each of them, its metadata and its outline. */
export function ReportDocument({ report, set, pages, metadata }: ReportDocumentProps) {
  const total = pages.length + 1;
  const footer = footerOf(set, report);
  return (
    <Document
      title={metadata.title}
      author={metadata.author}
      subject={metadata.subject}
      keywords={metadata.keywords}
      language={metadata.language}
      creator={metadata.creator}
      producer={metadata.creator}
      creationDate={new Date(metadata.at)}
      modificationDate={new Date(metadata.at)}
      pdfVersion="1.7"
      pageMode="useOutlines"
    >
      <Page size="A4" wrap={false} style={{ minHeight: page.height }}>
        <Target mark={{ id: "cover", title: "Cover", listed: false }} top={0} />
        <Cover report={report} set={set} />
      </Page>
      {pages.map(({ number, part, blocks }) => {
        const header = set.set(part.mark.title, type.running, frame.width - classificationWidth - space.large, 1);
        const folio = set.set(`Page ${number} of ${total}`, type.running, 90, 1);
        return (
          <Page key={number} size="A4" wrap={false} style={{ minHeight: page.height }}>
            {blocks.map(({ row: { mark }, top }) => mark && <Target key={mark.id} mark={mark} top={page.top + top} />)}
            {blocks.map(({ row, top }) => (
              <At key={top} left={page.left} top={page.top + top} width={frame.width} height={row.height}>
                {row.draw()}
              </At>
            ))}
            <Hairlines at={blocks.flatMap(({ row, top }) => (row.ruled ? [top + row.height - hairline / 2] : []))} />
            <Print text={header} left={page.left} top={page.headerTop} />
            <Print text={footer.classification} left={classificationLeft} top={page.headerTop} align="right" />
            <Rule left={page.left} top={page.footerTop - 8} width={frame.width} />
            <Print text={footer.packageId} left={page.left} top={page.footerTop} />
            <Print text={footer.hashes} left={page.left} top={page.footerTop} align="center" />
            <Print text={folio} left={page.left + frame.width - 90} top={page.footerTop} align="right" />
          </Page>
        );
      })}
    </Document>
  );
}

const classificationWidth = 180;
const classificationLeft = page.left + frame.width - classificationWidth;

/** What stands at the foot of every page, and the classification at its head. */
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

interface TargetProps {
  mark: Mark;
  top: number;
}

/** A place that links and the outline lead to. It stands on the page itself: inside of others, its place would be theirs. */
function Target({ mark, top }: TargetProps) {
  const place = { position: "absolute", left: 0, top, width: 1, height: 1 } as const;
  return <View {...{ id: mark.id, bookmark: outlineEntry(mark, top) }} style={place} />;
}

/**
 * The renderer nests the outline as elements are nested, and a page is no descendant of another page: so each entry names its
 * parent itself. `left` is measured from the right edge.
 */
function outlineEntry({ id, title, under }: Mark, top: number) {
  return { title, ref: id, parent: under, top: Math.max(top - 24, 0.1), left: page.width };
}
