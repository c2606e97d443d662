import { chainChecks } from "@/lib/domains/audit-chain/enums";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { type CoverageStatus, coverageStatuses, type LagClass, lagClasses } from "@/lib/domains/evidence/enums";
import { barList } from "@/lib/domains/evidence/pdf/charts";
import {
  divisionHeading,
  isWithoutEvents,
  type PartInput,
  part,
  statusBadge,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, findingSentence, longTime, shortHash } from "@/lib/domains/evidence/pdf/labels";
import { integrityIn, recordingSentence, verifiedSentence } from "@/lib/domains/evidence/pdf/parts/cover";
import { trustSentences } from "@/lib/domains/evidence/verification/trust";
import { table } from "@/lib/platform/pdf/elements/table";
import { facts, list, note, paragraph } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import { frame, space, type } from "@/lib/platform/pdf/theme";
import { missing } from "@/lib/platform/pdf/typeset/typesetter";

/** The result of the chain verification, what the package proves, and its limits. */
export function integrity(input: PartInput): Part {
  const { report, set } = input;
  const trust = trustSentences(report.chain.attestations);
  return part(input, "integrity", "Integrity statement", [
    ...paragraph(set, verdictSentence(report), { style: type.lead }),
    ...list(set, integrityIn(report).period),
    divisionHeading(set, "integrity", "verdicts", "Verification of the chain"),
    ...paragraph(set, verifiedSentence(report), { keepWithNext: true }),
    ...verdictTable(input),
    ...findingTable(input),
    divisionHeading(set, "integrity", "proves", "Proof"),
    ...list(set, proved(report)),
    divisionHeading(set, "integrity", "trust", "Trust assumptions"),
    ...list(set, trust),
    divisionHeading(set, "integrity", "limits", "Limits"),
    ...list(
      set,
      report.limits.filter((limit) => !trust.includes(limit)),
    ),
  ]);
}

function verdictSentence(report: EvidenceReport): string {
  const { status, sentence } = integrityIn(report);
  const { chain } = report;
  if (status === "INTACT")
    return "The verified part of the chain is intact. The checks that ran found no sign that events were changed, removed or inserted after they were recorded. The table shows which checks ran.";
  if (status === "NOT_VERIFIED") return sentence;
  const { findingsTotal } = chain.verification;
  const found =
    findingsTotal === 0
      ? "The verification failed without listing individual findings."
      : `The verification reported ${counted(findingsTotal, "finding")}.`;
  return `The stored chain is not intact. ${found}`;
}

function proved({ chain, manifest, sealKeyId, signedBy }: EvidenceReport): string[] {
  const { checkpoint, thread, withoutProof } = chain;
  const { listed, withheld, outsidePeriod, erased = 0 } = manifest;
  const hasEvents = listed + withheld + outsidePeriod + erased > 0;
  const sentences: string[] = [];
  if (listed > 0) {
    sentences.push(
      "Every listed event includes its content, salt and header. Recomputing the content hash and the block hash shows whether the event was changed after it was recorded.",
    );
  }
  if (!hasEvents) sentences.push("The package contains no events. This does not prove that the model has no events.");
  else if (thread) {
    sentences.push(
      `Every event contains the hash of the previous event of the same model. The attached evidence contains all events of this model from position ${count(thread.from)} to ${count(thread.to)}, and their hashes show that none was left out or inserted.`,
    );
  } else sentences.push("This package does not state whether the model has other events between those in the package.");
  if (checkpoint && !withoutProof) {
    const contained = hasEvents
      ? "One proof links all events in the package to the checkpoint"
      : "The package contains the checkpoint";
    sentences.push(
      `${contained} issued on ${longTime(checkpoint.issuedAt)}. The checkpoint covers the first ${counted(checkpoint.size, "event")} of the chain and is signed with the key ${checkpoint.keyId}.`,
    );
    sentences.push(...attested(chain));
  } else
    sentences.push(`No proof links the events in the package to a signed checkpoint. ${withoutProof ?? ""}`.trim());
  sentences.push(
    `${signedBy} sealed the evidence and signed this file with the key ${sealKeyId}. If both signatures are valid, neither the evidence nor the file has been changed since it was signed. The file's signature contains the signing time.`,
  );
  return sentences;
}

/** Attestations of the checkpoint by third parties. */
function attested({ attestations }: EvidenceReport["chain"]): string[] {
  const { cosignatures = [], timestamps = [], quorum = 0 } = attestations ?? {};
  const names = [...new Set(cosignatures.map(({ witness }) => witness))];
  const required = quorum === 0 ? "" : ` This service requires ${counted(quorum, "cosignature")}.`;
  return [
    ...(names.length === 0
      ? []
      : [
          `${counted(names.length, "witness", "witnesses")} cosigned the checkpoint: ${names.join(", ")}. A cosignature states that the chain extends every earlier checkpoint that the witness saw.${required} The cosignatures are in the attached evidence.`,
        ]),
    ...timestamps.map(
      ({ timestampedAt }) =>
        `A timestamp authority (RFC 3161) attested that the checkpoint existed on ${longTime(timestampedAt)}. The timestamp token is in the attached evidence.`,
    ),
  ];
}

const questions = [
  ["content", `${chainChecks.content[1]}.`],
  ["linkage", "Every event references the previous event in the chain and the previous event of the same model."],
  ["completeness", "The last event matches the recorded head of the chain."],
  ["checkpoints", "The checkpoints are signed correctly, and the chain matches them."],
  ["anchor", `${chainChecks.anchor[1]}.`],
] as const;

const verdictLabels = { ok: "\u25cf Passed", failed: "\u25b2 Failed", not_checked: "\u25cb Not checked" } as const;

/** Why a check did not run, if any other check did. */
const notCheckedReasons: Readonly<Record<(typeof questions)[number][0], string>> = {
  content: "Not checked in this verification.",
  linkage: "Not checked in this verification.",
  completeness: "Not checked, because the verification does not extend to the end of the chain.",
  checkpoints: "Not checked, because no checkpoint covers the verified events.",
  anchor: "Not checked during generation. You can use the verifier to check a receipt or checkpoint that you saved.",
};

function verdictTable({ report, set }: PartInput): Block[] {
  const { verdicts, eventsVerified } = report.chain.verification;
  const reasonOf = (key: (typeof questions)[number][0]) =>
    eventsVerified > 0 && verdicts[key] === "not_checked" ? ` ${notCheckedReasons[key]}` : "";
  return table(
    set,
    [
      { title: "Check", width: 110, style: type.smallStrong },
      { title: "Condition" },
      { title: "Result", width: 90, style: type.smallStrong },
    ],
    questions.map(([key, asks]) => [chainChecks[key][0], `${asks}${reasonOf(key)}`, verdictLabels[verdicts[key]]]),
  );
}

function findingTable({ report, set }: PartInput): Block[] {
  const { findings, findingsTotal } = report.chain.verification;
  if (findings.length === 0) {
    return paragraph(
      set,
      {
        INTACT: "The checks that ran found no problems.",
        NOT_INTACT: "No individual findings are listed.",
        NOT_VERIFIED: "No checks were run, so this package makes no statement about the chain.",
      }[integrityIn(report).status],
    );
  }
  const shown =
    findings.length < findingsTotal
      ? `The first ${count(findings.length)} of ${counted(findingsTotal, "finding")}`
      : counted(findingsTotal, "finding");
  return [
    divisionHeading(set, "integrity", "findings", "Findings"),
    note(
      set,
      shown,
      "After a finding, the verification continues with the stored hashes. Each change is therefore reported as one finding, and its effects on later events are not reported.",
    ),
    ...table(
      set,
      [
        { title: "Position", width: 64, maxLines: 1 },
        { title: "Finding", maxLines: 3 },
        { title: "Expected", width: 92, style: type.hash, maxLines: 2 },
        { title: "Actual", width: 92, style: type.hash, maxLines: 2 },
      ],
      findings.map((finding) => [
        count(finding.chainPosition),
        findingSentence(finding),
        shortValue(finding.expected),
        shortValue(finding.actual),
      ]),
    ),
  ];
}

function shortValue(value: string | null): string {
  if (value === null) return "\u2013";
  return value.startsWith("sha256:") ? shortHash(value) : value;
}

/** Which events are in the package, how they were chosen, and how coverage is counted. */
export function scope(input: PartInput): Part {
  const { report, set } = input;
  const { manifest, framework } = report;
  return part(input, "scope", "Scope and method", [
    divisionHeading(set, "scope", "events", "Events included"),
    ...paragraph(
      set,
      "The package contains all events of the model whose timestamps are in the period. The events are in the order in which they were recorded. Events are neither sampled nor filtered by type, severity or source.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Model", manifest.filter.modelId, type.hash],
      ["Period (inclusive)", `${manifest.filter.from} to ${manifest.filter.to}`, type.hash],
      ["Listed", some(manifest.listed, "included with content and numbered from E-0001")],
      ["Withheld", some(manifest.withheld, "included without their content, as requested")],
      ...(manifest.erased
        ? [
            [
              "Erased",
              some(manifest.erased, "included without content, which was erased following a legal request"),
            ] as const,
          ]
        : []),
      [
        "Outside the period",
        some(manifest.outsidePeriod, "included without content, to show that no events were left out"),
      ],
      [
        "Last event read",
        manifest.chainSize === 0 ? "None, because the chain has no events" : `Position ${count(manifest.chainSize)}`,
      ],
    ]),
    ...recordingBlocks(input),
    ...(isWithoutEvents(report)
      ? []
      : [divisionHeading(set, "scope", "shown", "Presentation"), ...list(set, methods(input))]),
    divisionHeading(set, "scope", "coverage", "Coverage"),
    ...paragraph(
      set,
      `Each of the ${count(framework.coverage.total)} ${framework.countedAs} of the framework has one of the following statuses. All ${framework.countedAs} are counted, even if their sections were not requested, so leaving out a section does not improve coverage. A status describes the content of the events in the period. It does not state whether the organisation meets the requirements of the framework. That assessment requires human judgement.`,
      { keepWithNext: true },
    ),
    ...statusTable(input),
  ]);
}

const lagLabels: Readonly<Record<LagClass, string>> = {
  minute: "Up to 1 minute",
  hour: "1 to 60 minutes",
  day: "1 to 24 hours",
  week: "1 to 7 days",
  month: "7 to 30 days",
  longer: "Over 30 days",
};

/** How long after their own times the events were received. */
function recordingBlocks({ set, report }: PartInput): Block[] {
  const { recording } = report.statistics;
  if (!recording || recording.longestMs === null) return [];
  const items = lagClasses.map((name) => ({ label: lagLabels[name], value: recording.lags[name] ?? 0 }));
  const chart = barList(set, { labels: "Delay", values: "Number of events" }, items, frame.width);
  return [
    divisionHeading(set, "scope", "recording", "Recording delay", false),
    ...paragraph(
      set,
      `The sender states the time of an event, and the service records the time of receipt. The chart groups events by the delay between these two times. ${recordingSentence(report)} The register shows both times and marks events that were recorded late.`,
      { keepWithNext: true },
    ),
    { ...chart, gap: space.medium },
  ];
}

function some(number: number, words: string): string {
  return number === 0 ? "None" : `${counted(number, "event")}, ${words}`;
}

function methods({ report }: PartInput): string[] {
  const { manifest, framework } = report;
  return [
    "Event content is hashed with a random salt. If the content of an event is withheld, its header and content hash are still included. The chain can therefore be verified, but the content cannot be guessed from its hash.",
    `Events are mapped to requirements by their content, according to mapping version ${framework.mappingVersion}. Strong evidence addresses a requirement directly, supporting evidence contributes to it, and adverse evidence records a problem with its subject, such as a failed test. Adverse evidence does not show that the documentation is missing or wrong. Events recorded more than 30 days after they happened never count as strong evidence. The basis of the mapping is stated for each requirement.`,
    "The register lists each event once, and other parts refer to it. If there are too many events to print, the register shows a selection and states the total number of events. The attached evidence.json contains every listed event with its full content.",
    `Hashes are computed from canonical JSON (${manifest.canonicalForm}) with ${manifest.hashAlgorithm}. Tables show the first twelve digits of the block hash of each event.`,
    `Times are in UTC. Long text is truncated with an ellipsis, line breaks are shown as spaces, invisible characters are left out, and ${missing} replaces characters that are missing from the fonts of this document. evidence.json contains the original text.`,
  ];
}

const meanings: Readonly<Record<CoverageStatus, string>> = {
  ADVERSE:
    "At least one event records a problem with the subject of the requirement, such as a failed test. Such events do not show that the documentation is missing or wrong. This status takes precedence over all others except \u201cNot requested\u201d.",
  EVIDENCED: "Strong evidence exists, no evidence is adverse, and no document is needed.",
  PARTIAL:
    "Evidence exists, but either it is not strong or the requirement also needs a document. The service does not assess supplied documents.",
  SUPPLIED:
    "Events cannot address the requirement, but the organisation supplied a document. The service did not assess the document.",
  NO_EVENTS_IN_PERIOD: "Events can support the requirement, but the period contains no such events.",
  NOT_EVIDENCED_BY_EVENTS: "Events cannot address the requirement. A document is needed.",
  OUT_OF_SCOPE: "None of the requested sections covers this requirement.",
};

/** One page has all statuses. */
function statusTable({ set }: PartInput): Block[] {
  return table(
    set,
    [{ title: "Status", width: 140 }, { title: "Meaning" }],
    coverageStatuses.map((value) => [statusBadge(set, value), meanings[value]]),
  ).map((row, index, rows) => ({ ...row, keepWithNext: index < rows.length - 1 }));
}
