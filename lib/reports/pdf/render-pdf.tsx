import { drawDocument } from "@/lib/pdf/draw-document";
import { OutlinedDocument } from "@/lib/pdf/elements/outlined-document";
import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import { Sheet } from "@/lib/pdf/elements/sheet";
import { cutRows } from "@/lib/pdf/flow/cut-rows";
import { loadFonts } from "@/lib/pdf/fonts/load-fonts";
import { scriptsOf } from "@/lib/pdf/fonts/scripts";
import { type DocumentMetadata, oneLine } from "@/lib/pdf/metadata";
import { frame, page, type } from "@/lib/pdf/theme";
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
    <OutlinedDocument metadata={metadata}>
      {pages.map((blocks, index) => {
        const folio = set.set(`Page ${index + 1} of ${pages.length}`, type.running, 90, 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          <Sheet key={index} blocks={blocks}>
            {index > 0 && <Print text={header} left={page.left} top={page.headerTop} />}
            <Rule left={page.left} top={page.footerTop - 8} width={frame.width} />
            <Print text={foot} left={page.left} top={page.footerTop} />
            <Print text={folio} left={page.left + frame.width - 90} top={page.footerTop} align="right" />
          </Sheet>
        );
      })}
    </OutlinedDocument>,
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
