import { Circle, Path, Rect, Svg } from "@react-pdf/renderer";
import { Fragment, type ReactElement } from "react";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { referencesText } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, enumerate, findingSentence, longDate, longTime } from "@/lib/domains/evidence/pdf/labels";
import { coverageSentence, documentSentence } from "@/lib/domains/evidence/schemas-coverage";
import { integrityOf, readTimeOf } from "@/lib/domains/evidence/verification/integrity";
import { Area, At, Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { type Layer, stack } from "@/lib/platform/pdf/elements/text";
import { content } from "@/lib/platform/pdf/structure";
import { color, frame, page, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

const top = 44;
/** The lowest end of the facts, and of the statement below them. */
const factsLowest = 742;
const statementBottom = page.height - 40;

/** The first page. If the chain is not intact, the result of the verification comes first; otherwise the subject does. */
export function Cover({ report, set }: { report: EvidenceReport; set: Typesetter }) {
  // Never truncated, because it states what the package does not claim.
  const statement = set.set(report.framework.statement, type.small, frame.width);
  const factsBottom = Math.min(factsLowest, statementBottom - statement.height - space.large);
  const panel = chainPanel(set, report);
  const about = subject(set, report);
  const grid = factGrid(set, report);
  const isFirst = integrityIn(report).status === "NOT_INTACT";
  const aboutTop = isFirst ? 104 + panel.height + 30 : 176;
  const panelTop = isFirst ? 104 : aboutTop + about.height + 34;
  const coverageTop = Math.max(panelTop + panel.height, aboutTop + about.height) + 18;
  const coverage = coveragePanel(set, report, factsBottom - grid.height - 12 - coverageTop);
  const chain = (
    <At top={panelTop} width={frame.width} height={panel.height}>
      {panel.draw()}
    </At>
  );
  return (
    <At left={page.left} width={frame.width} height={page.height} tag={content}>
      <LinkMark />
      <Print text={set.set("EVIDENCE PACKAGE", { ...type.label, color: color.ink }, 200, 1)} left={44} top={top + 1} />
      <Print
        text={set.set(
          report.package.classification.toUpperCase(),
          { ...type.label, color: color.ink },
          frame.width / 2,
          1,
        )}
        left={frame.width / 2}
        top={top + 1}
        align="right"
      />
      {isFirst && chain}
      {about.draw(0, aboutTop)}
      {!isFirst && chain}
      <At top={coverageTop} width={frame.width} height={coverage.height}>
        {coverage.draw()}
      </At>
      <At top={factsBottom - grid.height} width={frame.width} height={grid.height}>
        {grid.draw()}
      </At>
      <Print text={statement} top={factsBottom + space.large} color={color.quiet} />
    </At>
  );
}

/** The service's logo: three links of a chain. */
function LinkMark() {
  const ring = {
    y: 1.2,
    width: 12.6,
    height: 9.6,
    rx: 3.6,
    fill: "none",
    stroke: color.accent,
    strokeWidth: 2.2,
  } as const;
  return (
    <Svg viewBox="0 0 34 12" style={{ position: "absolute", left: 0, top, width: 34, height: 12 }}>
      <Rect x={1.2} {...ring} />
      <Rect x={10.6} {...ring} />
      <Rect x={20} {...ring} />
    </Svg>
  );
}

function subject(set: Typesetter, report: EvidenceReport) {
  const { framework } = report;
  const { model } = report.package;
  const maxLines = integrityIn(report).status === "INTACT" && noticesOf(report).length === 0 ? 3 : 2;
  const facts = [
    model.version === null ? null : `Version ${model.version}`,
    model.provider,
    model.riskTier === null ? null : `Internal risk tier ${model.riskTier}${tierNote(framework.id)}`,
  ].filter((fact) => fact !== null);
  const layers: Layer[] = [
    { text: set.set(framework.packageTitle ?? framework.name, type.lead, frame.width, 1), color: color.quiet },
    { text: set.set(model.name, type.display, frame.width, maxLines), gap: space.small, tag: { type: "H", level: 1 } },
  ];
  if (facts.length > 0)
    layers.push({ text: set.set(facts.join(" \u00b7 "), type.lead, frame.width, 2), gap: space.medium });
  const edition = `${framework.name}. ${framework.issuer}, ${framework.edition}`;
  layers.push({ text: set.set(edition, type.body, frame.width * 0.86, 3), gap: space.large });
  return stack(layers);
}

function tierNote(framework: string): string {
  return framework === "EU_AI_ACT_ANNEX_IV" ? " (not an AI Act classification)" : "";
}

/** The headline of coverage and below it every kind of adverse evidence, as far as space allows. */
function coveragePanel(set: Typesetter, report: EvidenceReport, room: number): Panel {
  const { framework } = report;
  const headline = coverageSentence(framework);
  const layers: Layer[] = [
    { text: set.set(headline, type.bodyStrong, frame.width, 1) },
    { text: set.set(documentSentence(framework), type.small, frame.width, 1), gap: 4 },
  ];
  const findings = adverseFindings(framework).map(({ kind, label, events, against }) => {
    const place = events === 1 ? referencesText(report, kind, events) : counted(events, "event");
    return `${label} (${place}), affecting ${enumerate(against)}`;
  });
  if (findings.length > 0) {
    const lines = Math.max(2, Math.floor((room - type.bodyStrong.leading - 8) / type.small.leading) - 1);
    const words = `Adverse evidence: ${findings.join("; ")}.`;
    layers.push({ text: set.set(words, type.small, frame.width, lines), gap: 4 });
  }
  const panel = stack(layers);
  return { height: panel.height, draw: () => panel.draw(0, 0) };
}

interface AdverseFinding {
  kind: string;
  label: string;
  events: number;
  /** Ids of requirements. */
  against: string[];
}

/** Every kind of adverse evidence, with the requirements that it affects. */
export function adverseFindings({ requirements }: EvidenceReport["framework"]): AdverseFinding[] {
  const adverse = requirements.filter(({ status }) => status === "ADVERSE");
  // For a point with sub-points, only the sub-points.
  const named = adverse.filter(({ id }) => !adverse.some((other) => other.id.startsWith(`${id}(`)));
  const findings = new Map<string, AdverseFinding>();
  for (const { id, evidence = [] } of named) {
    for (const { weight, kind, label, events } of evidence) {
      if (weight !== "adverse") continue;
      const { against = [] } = findings.get(kind) ?? {};
      findings.set(kind, { kind, label, events, against: [...against, id] });
    }
  }
  return [...findings.values()];
}

/** Facts about the package, two per row. */
function factGrid(set: Typesetter, { package: pack }: EvidenceReport): { height: number; draw(): ReactElement } {
  const { requestedBy } = pack;
  const requester = requestedBy.displayName ? `${requestedBy.displayName} (${requestedBy.id})` : requestedBy.id;
  const given = [
    ["Prepared for", pack.recipientName ?? "No recipient named"],
    ["Organisation", pack.organisation.name],
    ["Period", `${longDate(pack.dateRange.from)} to ${longDate(pack.dateRange.to)} (UTC)`],
    ["Model", pack.model.id],
    ["Events read at", longTime(readTimeOf(pack))],
    ["Requested by", requester],
    ["Package", pack.id],
    ["Stored until", longTime(pack.expiresAt)],
  ] as const;
  const column = frame.width / 2;
  const cells = given.map(([name, value]) =>
    stack([
      { text: set.set(name.toUpperCase(), type.label, column - 16, 1) },
      { text: set.set(value, { ...type.body, color: color.ink }, column - 16, 2), gap: space.hair },
    ]),
  );
  let height = 0;
  const rows = cells.flatMap((left, index) => {
    const right = cells[index + 1];
    if (index % 2 === 1 || !right) return [];
    const row = { left, right, at: height };
    height += Math.max(left.height, right.height) + 17;
    return [row];
  });
  return {
    height,
    draw: () => (
      <>
        {rows.map(({ left, right, at }) => (
          <Fragment key={at}>
            <Rule top={at} width={frame.width} />
            {left.draw(0, at + space.medium)}
            {right.draw(column, at + space.medium)}
          </Fragment>
        ))}
      </>
    ),
  };
}

const findingsShown = 5;

interface Panel {
  height: number;
  draw(): ReactElement;
}

/** The result of the chain verification, prominent if the chain is not intact, and what qualifies the events. */
function chainPanel(set: Typesetter, report: EvidenceReport): Panel {
  return integrityIn(report).status === "NOT_INTACT" ? brokenPanel(set, report) : quietPanel(set, report);
}

/** The integrity statement, which is computed for packages of earlier versions. */
export function integrityIn({ summary, chain, package: pack, manifest }: EvidenceReport) {
  const { firstRecordedAt } = manifest;
  return summary.integrity ?? integrityOf({ verification: chain.verification, package: pack, firstRecordedAt });
}

/** Sentences that the first page must not omit. */
function noticesOf(report: EvidenceReport): string[] {
  const late = report.statistics.recording?.late ? [recordingSentence(report)] : [];
  return [...late, ...integrityIn(report).period];
}

/** How many events were recorded late, and when all of them were received. */
export function recordingSentence({ statistics: { recording }, summary }: EvidenceReport): string {
  if (!recording || recording.longestMs === null) return "";
  const { late, longestMs, firstAt, lastAt } = recording;
  if (late === 0) return "No event was recorded more than 24 hours after the time stated by its sender.";
  const days = counted(Math.floor(longestMs / 86_400_000), "day");
  const [first, last] = [longTime(firstAt ?? ""), longTime(lastAt ?? "")];
  const received = first === last ? `on ${first}` : `between ${first} and ${last}`;
  const whose = late === 1 ? "its sender" : "their senders";
  return `${count(late)} of ${count(summary.totalEvents)} events ${late === 1 ? "was" : "were"} recorded more than 24 hours after the time stated by ${whose}. The longest delay was ${days}. All events in the period were received ${received}.`;
}

/** The scope of the verification, as a sentence. */
export function verifiedSentence({ chain: { verification } }: EvidenceReport): string {
  const { from, to, eventsVerified, verifiedAt } = verification;
  if (to < from) return `No events were verified on ${longTime(verifiedAt)}, because the period contains no events.`;
  return `${counted(eventsVerified, "event")} in the organisation's chain (all models, positions ${count(from)} to ${count(to)}) ${eventsVerified === 1 ? "was" : "were"} verified on ${longTime(verifiedAt)}.`;
}

function quietPanel(set: Typesetter, report: EvidenceReport): Panel {
  const { status, sentence } = integrityIn(report);
  const isIntact = status === "INTACT";
  const words = isIntact ? `${verifiedSentence(report)} ${sentence}` : sentence;
  const padding = 14;
  const indent = 40;
  const width = frame.width - indent - padding;
  const inner = stack([
    {
      text: set.set(
        isIntact ? "Chain intact" : "Chain not verified",
        { ...type.heading, size: 14, leading: 19 },
        width,
        1,
      ),
    },
    { text: set.set(words, type.body, width, 5), gap: space.hair },
    ...noticesOf(report).map((notice) => ({
      text: set.set(notice, { ...type.body, color: color.ink }, width, 5),
      gap: space.medium,
    })),
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
          {isIntact ? (
            <>
              <Circle cx="10" cy="10" r="9" fill={color.accent} />
              <Path d="M5.6 10.3 L8.8 13.4 L14.4 7.2" stroke={color.paper} strokeWidth={2} fill="none" />
            </>
          ) : (
            <Circle cx="10" cy="10" r="8" stroke={color.ink} strokeWidth={2} fill="none" />
          )}
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
    text: set.set(`\u2013 ${text}`, { ...type.body, color: color.paper }, width, 4),
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
    ...(more > 0 ? [line(`Part 2 lists ${counted(more, "more finding")}.`)] : []),
    ...noticesOf(report).map((notice) => line(notice)),
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
  const found = total === 0 ? "The verification failed." : `The verification reported ${counted(total, "finding")}.`;
  return `${found} Do not rely on this package until the cause has been identified.`;
}
