import { Cover } from "@/lib/evidence/pdf/parts/cover";
import { shortHash } from "@/lib/evidence/pdf/words";
import type { EvidenceReport } from "@/lib/evidence/report";
import { OutlinedDocument } from "@/lib/pdf/elements/outlined-document";
import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import { BarePage, Sheet, Target } from "@/lib/pdf/elements/sheet";
import type { LaidPage } from "@/lib/pdf/flow/assemble";
import type { DocumentMetadata } from "@/lib/pdf/metadata";
import { color, frame, page, space, type } from "@/lib/pdf/theme";
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
