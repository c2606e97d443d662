import { Document, Page, View } from "@react-pdf/renderer";
import { drawDocument } from "@/lib/pdf/draw-document";
import { At } from "@/lib/pdf/elements/at";
import { Print } from "@/lib/pdf/elements/print";
import { Hairlines, Rule } from "@/lib/pdf/elements/rule";
import type { Mark } from "@/lib/pdf/flow/block";
import { cutRows } from "@/lib/pdf/flow/cut-rows";
import { loadFonts } from "@/lib/pdf/fonts/load-fonts";
import { scriptsOf } from "@/lib/pdf/fonts/scripts";
import { type DocumentMetadata, oneLine } from "@/lib/pdf/metadata";
import { frame, hairline, page, type } from "@/lib/pdf/theme";
import { createTypesetter } from "@/lib/pdf/typeset/typesetter";
import { blocksOf } from "@/lib/reports/pdf/blocks";
import type { ReportDocument } from "@/lib/reports/schemas-document";

/**
 * The printed report: A4, all fonts embedded, with an outline. Pure: the same document gives the same bytes in any process,
 * since its times are the document's and nothing in it is random.
 */
export async function renderPdf(document: ReportDocument): Promise<{ bytes: Uint8Array; pages: number }> {
  const set = createTypesetter(await loadFonts(scriptsOf(JSON.stringify(document))));
  const pages = cutRows(blocksOf(set, document), frame.height);
  const metadata = metadataOf(document);
  const header = set.set(`${document.title} \u00b7 ${document.organisation.name}`, type.running, frame.width, 1);
  const head = document.chain.headHash?.slice("sha256:".length, "sha256:".length + 12) ?? "none";
  const foot = set.set(
    `${document.id} \u00b7 chain ${document.chain.length} \u00b7 head ${head}`,
    type.runningMono,
    frame.width - 90,
    1,
  );
  const bytes = await drawDocument(
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
      {pages.map((blocks, index) => {
        const folio = set.set(`Page ${index + 1} of ${pages.length}`, type.running, 90, 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          <Page key={index} size="A4" wrap={false} style={{ minHeight: page.height }}>
            {blocks.map(({ row: { mark }, top }) => mark && <Target key={mark.id} mark={mark} top={page.top + top} />)}
            {blocks.map(({ row, top }) => (
              <At key={top} left={page.left} top={page.top + top} width={frame.width} height={row.height}>
                {row.draw()}
              </At>
            ))}
            <Hairlines at={blocks.flatMap(({ row, top }) => (row.ruled ? [top + row.height - hairline / 2] : []))} />
            {index > 0 && <Print text={header} left={page.left} top={page.headerTop} />}
            <Rule left={page.left} top={page.footerTop - 8} width={frame.width} />
            <Print text={foot} left={page.left} top={page.footerTop} />
            <Print text={folio} left={page.left + frame.width - 90} top={page.footerTop} align="right" />
          </Page>
        );
      })}
    </Document>,
    metadata,
  );
  return { bytes, pages: pages.length };
}

function metadataOf({ id, title, organisation, period, generatedAt }: ReportDocument): DocumentMetadata {
  return {
    title: oneLine(`${title}: ${organisation.name}`),
    author: oneLine(organisation.name),
    subject: oneLine(`${period.from} to ${period.to}`),
    keywords: oneLine(`governance report; ${id}`),
    creator: "governance-audit-service",
    at: generatedAt,
    language: "en-GB",
  };
}

/** A place that the outline leads to. It stands on the page itself: inside of others, its place would be theirs. */
function Target({ mark, top }: { mark: Mark; top: number }) {
  const place = { position: "absolute", left: 0, top, width: 1, height: 1 } as const;
  const { id, title, under } = mark;
  // `left` is measured from the right edge.
  const bookmark = { title, ref: id, parent: under, top: Math.max(top - 24, 0.1), left: page.width };
  return <View {...{ id, bookmark }} style={place} />;
}
