import { StatusMark } from "@/lib/evidence/pdf/elements/status-mark";
import type { PartInput } from "@/lib/evidence/pdf/parts/part";
import { counted, statusWords } from "@/lib/evidence/pdf/words";
import type { FrameworkReport, RequirementCoverage } from "@/lib/evidence/schemas-bundle";
import type { CoverageStatus } from "@/lib/evidence/vocabulary";
import { Print } from "@/lib/pdf/elements/print";
import { paragraph } from "@/lib/pdf/elements/prose";
import type { Block } from "@/lib/pdf/flow/block";
import { frame, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

/** The widest gap first. */
const order: readonly CoverageStatus[] = ["NO_EVENTS_IN_PERIOD", "NOT_EVIDENCED_BY_EVENTS", "PARTIAL", "OUT_OF_SCOPE"];

/** Counted requirements that are not evidenced, the widest gaps first. */
export function gapsOf({ requirements }: FrameworkReport): RequirementCoverage[] {
  const gaps = requirements.filter(({ counted, status }) => counted && status !== "EVIDENCED");
  return gaps.sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

const rowHeight = 15;
const rowsMax = 14;

/** As many gaps as there is room for, in two columns, and how many more there are. */
export function gapRows({ report, set }: PartInput, room: number): Block[] {
  const gaps = gapsOf(report.framework);
  const nothing = paragraph(set, `Events are evidence for every one of the ${report.framework.countedAs}.`, { gap: 2 });
  if (gaps.length === 0) return nothing;
  const rows = Math.max(1, Math.min(rowsMax, Math.floor((room - 16) / rowHeight)));
  const shown = gaps.slice(0, gaps.length > rows ? rows - 1 : rows);
  const rest = gaps.length - shown.length;
  const more =
    rest === 0
      ? []
      : paragraph(set, `And ${counted(rest, "more", "more")}, in appendix B.`, { style: type.smallQuiet, gap: 4 });
  return [...shown.map((gap, index) => gapRow(set, gap, index === 0)), ...more];
}

function gapRow(set: Typesetter, { id, title, status }: RequirementCoverage, first: boolean): Block {
  const number = set.set(id, type.smallStrong, 48, 1);
  const words = set.set(title, type.small, frame.width - 190, 1);
  const state = set.set(statusWords[status], type.small, 110, 1);
  return {
    height: rowHeight,
    gap: first ? 3 : 0,
    ruled: true,
    draw: () => (
      <>
        <Print text={number} top={2} />
        <Print text={words} left={52} top={2} />
        <StatusMark status={status} left={frame.width - 106} top={3.3} />
        <Print text={state} left={frame.width - 93} top={2} />
      </>
    ),
  };
}
