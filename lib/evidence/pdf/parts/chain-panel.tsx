import { Circle, Path, Svg } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { count, counted, findingSentence, longTime } from "@/lib/evidence/pdf/words";
import type { EvidenceReport } from "@/lib/evidence/report";
import { Area } from "@/lib/pdf/elements/rule";
import { type Layer, stack } from "@/lib/pdf/elements/stack";
import { color, frame, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const findingsShown = 5;

interface Panel {
  height: number;
  draw(): ReactElement;
}

/** What the verification of the chain said, on the cover: quiet where it is intact, and where it is not, before all else. */
export function chainPanel(set: Typesetter, report: EvidenceReport): Panel {
  return report.summary.chainIntact ? intactPanel(set, report) : brokenPanel(set, report);
}

/** What was verified, as a sentence. */
export function verifiedSentence({ chain: { verification } }: EvidenceReport): string {
  const { from, to, eventsVerified, verifiedAt } = verification;
  if (to < from)
    return `When the package was made, ${longTime(verifiedAt)}, the chain had no events to verify for this period.`;
  return `${counted(eventsVerified, "event")} of the organisation's chain, of all its models, positions ${count(from)} to ${count(to)}, ${eventsVerified === 1 ? "was" : "were"} verified when the package was made, ${longTime(verifiedAt)}.`;
}

function intactPanel(set: Typesetter, report: EvidenceReport): Panel {
  const padding = 14;
  const indent = 40;
  const width = frame.width - indent - padding;
  const inner = stack([
    { text: set.set("Chain intact", { ...type.heading, size: 14, leading: 19 }, width, 1) },
    { text: set.set(`${verifiedSentence(report)} Nothing was found wrong.`, type.body, width, 4), gap: space.hair },
  ]);
  const height = inner.height + 2 * padding;
  return {
    height,
    draw: () => (
      <>
        <Area width={frame.width} height={height} outline={color.accent} outlineWeight={1} />
        <Svg
          viewBox="0 0 20 20"
          style={{ position: "absolute", left: padding, top: padding + 1, width: 17, height: 17 }}
        >
          <Circle cx="10" cy="10" r="9" fill={color.accent} />
          <Path d="M5.6 10.3 L8.8 13.4 L14.4 7.2" stroke={color.paper} strokeWidth={2} fill="none" />
        </Svg>
        {inner.draw(indent, padding)}
      </>
    ),
  };
}

function brokenPanel(set: Typesetter, report: EvidenceReport): Panel {
  const padding = 24;
  const width = frame.width - 2 * padding;
  const { findings, findingsTotal } = report.chain.verification;
  const shown = findings.slice(0, findingsShown);
  const line = (text: string): Layer => ({
    text: set.set(`\u2013 ${text}`, { ...type.body, color: color.paper }, width, 2),
    gap: 3,
  });
  const more = findingsTotal - shown.length;
  const inner = stack([
    { text: set.set("CHAIN NOT INTACT", type.verdict, width, 1) },
    {
      text: set.set(
        `${verifiedSentence(report)} ${foundSentence(findingsTotal)}`,
        { ...type.lead, color: color.paper },
        width,
        6,
      ),
      gap: space.medium,
    },
    ...shown.map((finding, index) => ({ ...line(findingSentence(finding)), ...(index === 0 ? { gap: 12 } : {}) })),
    ...(more > 0 ? [line(`And ${count(more)} more: see part 1.`)] : []),
  ]);
  const height = inner.height + 2 * padding;
  return {
    height,
    draw: () => (
      <>
        <Area width={frame.width} height={height} tone={color.ink} />
        {inner.draw(padding, padding - 4)}
      </>
    ),
  };
}

function foundSentence(total: number): string {
  const found = total === 0 ? "It failed" : `It found ${counted(total, "fault")}`;
  return `${found}: what this package shows cannot be relied on before that is explained.`;
}
