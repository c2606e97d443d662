import { metadataOf } from "@/lib/evidence/pdf/metadata";
import { ReportDocument } from "@/lib/evidence/pdf/report-document";
import { reportPages } from "@/lib/evidence/pdf/report-pages";
import type { EvidenceReport } from "@/lib/evidence/report";
import { drawDocument } from "@/lib/pdf/draw-document";
import { loadFonts } from "@/lib/pdf/fonts/load-fonts";
import { scriptsOf } from "@/lib/pdf/fonts/scripts";
import { createTypesetter } from "@/lib/pdf/typeset/typesetter";

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
  return drawDocument(<ReportDocument report={report} set={set} pages={pages} metadata={metadata} />, metadata);
}
