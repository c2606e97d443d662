import { Document, type DocumentProps, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { loadFonts } from "@/lib/evidence/pdf/fonts/load-fonts";
import { scriptsOf } from "@/lib/evidence/pdf/fonts/scripts";
import { metadataOf, rewriteMetadata } from "@/lib/evidence/pdf/metadata";
import { ReportDocument } from "@/lib/evidence/pdf/report-document";
import { reportPages } from "@/lib/evidence/pdf/report-pages";
import { createTypesetter } from "@/lib/evidence/pdf/typeset/typesetter";
import type { EvidenceReport } from "@/lib/evidence/report";

/**
 * The printed document of a package, unsigned: A4, PDF 1.7, all fonts embedded, with an outline. Pure: the same report gives
 * the same bytes in any process, since its times are the package's and nothing in it is random. Takes time and memory in
 * proportion to the printed rows, and the processor for itself: where all registers are full, some five seconds and 300 MB.
 */
export async function renderReport(report: EvidenceReport): Promise<Uint8Array> {
  const stacks = await loadFonts(scriptsOf(JSON.stringify(report)));
  const set = createTypesetter(stacks);
  const pages = reportPages(report, set);
  const metadata = metadataOf(report);
  const bytes = await draw(<ReportDocument report={report} set={set} pages={pages} metadata={metadata} />);
  return rewriteMetadata(bytes, metadata);
}

async function draw(document: ReactElement<DocumentProps>): Promise<Buffer> {
  const instance = pdf(document);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await instance.toBuffer()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } finally {
    // The renderer holds on to what it drew last.
    instance.updateContainer(<Document />);
  }
}
