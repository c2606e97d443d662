import { coverageHeadline } from "@/lib/domains/evidence/schemas-coverage";
import { readTimeOf } from "@/lib/domains/evidence/verification/integrity";
import type { BundleFacts, Check } from "@/lib/domains/evidence/verification/verify-bundle";
import type { FileReport } from "@/lib/domains/evidence/verification/verify-file";
import type { SignatureCheck } from "./check-signature";

export interface PrintedReport extends Omit<FileReport, "checks"> {
  file: string;
  sizeBytes: number;
  /** The packageHash of the API: SHA-256 of the whole file. */
  packageHash: string;
  checks: (Check | SignatureCheck)[];
}

const marks = { ok: "✓", failed: "✗", not_checked: "–" } as const;

/** The last line is the verdict. */
export function renderReport(report: PrintedReport): string {
  const lines = [`${report.file}: ${report.format}, ${report.sizeBytes.toLocaleString("en")} bytes`];
  lines.push(
    ...rows([["Hash", report.packageHash], ...(report.facts ? factRows(report.facts) : []), ...reportRows(report)]),
    "",
  );
  if (report.facts || report.report || report.status !== "unusable")
    for (const check of report.checks) lines.push(...checkLines(check));
  lines.push("", verdictLine(report));
  return `${lines.map(printable).join("\n")}\n`;
}

function reportRows({ report }: PrintedReport): [string, string][] {
  if (!report) return [];
  return [
    ["Report", report.id ?? "ID not stated"],
    ["Keys", keyText("PDF signature", report.key)],
  ];
}

function factRows(facts: BundleFacts): [string, string][] {
  const { package: about, framework, coverage, counts, chain, keys, generator } = facts;
  const { checkpoint, thread } = chain;
  return [
    ["Package", `${about.id}, events read at ${readTimeOf(about)} by ${generator.name} ${generator.version}`],
    ["Organisation", `${about.organisation.name} (${about.organisation.id})`],
    ["Model", `${about.model.name} (${about.model.id})`],
    ["Period", `${about.dateRange.from} to ${about.dateRange.to}`],
    ["Framework", `${framework.name}, ${framework.edition}, mapping ${framework.mappingVersion}`],
    ["Coverage", `${coverageHeadline(coverage)} ${coverage.countedAs}`],
    [
      "Events",
      `${counts.listed} listed, ${counts.withheld} withheld, ${counts.outsidePeriod} outside the period, ${counts.erased} erased`,
    ],
    ["Thread", thread ? `positions ${thread.from} to ${thread.to}` : "not stated"],
    ["Checkpoint", checkpoint ? `${checkpoint.size} events, signed at ${checkpoint.issuedAt}` : "none"],
    [
      "Keys",
      [keyText("seal", keys.seal), keys.checkpoint && keyText("checkpoint", keys.checkpoint)]
        .filter(Boolean)
        .join(", "),
    ],
  ];
}

function keyText(what: string, { id, origin }: BundleFacts["keys"]["seal"]): string {
  return `${what} ${id} (${{ file: "from the file", unknown: "from the file, not among the keys you provided", given: "provided", published: "published" }[origin]})`;
}

function rows(pairs: [string, string][]): string[] {
  return pairs.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
}

function checkLines(check: Check | SignatureCheck): string[] {
  const { status, title, detail } = check;
  const failures = "failures" in check ? check.failures : [];
  const lines = [`${marks[status]} ${title}`, `    ${detail}`];
  if (failures.length === 1 && failures[0]?.evidenceId === null && failures[0].chainPosition === 0) return lines;
  for (const { evidenceId, chainPosition, message } of failures) {
    const place = [evidenceId, chainPosition > 0 && `position ${chainPosition}`].filter(Boolean).join(", ");
    lines.push(`      ${place === "" ? "" : `${place}: `}${message}`);
  }
  return lines;
}

function verdictLine({ status, problem, checks, timestamp }: PrintedReport): string {
  const failed = checks.filter((check) => check.status === "failed").map(({ id }) => id);
  const stamp = checks.find(({ id }) => id === "timestamp");
  const isStampUnchecked = stamp?.status === "not_checked";
  const unconfirmed = checks.flatMap((check) => {
    if (!("isUnwitnessed" in check)) return [];
    if (check.id === "checkpoint") return "too few of the witnesses whose keys you provided cosigned the chain";
    return `the authorities you provided ${timestamp ? "did not issue the timestamp" : "could not be compared with the timestamp"}`;
  });
  return {
    unusable: `UNUSABLE: ${problem ?? ""}`,
    tampered: `TAMPERED: ${failed.join(", ")} failed. Do not rely on this file.`,
    intact: `INTACT: signed with a key you provided, and not changed since.${isStampUnchecked ? " The timestamp authority was not checked." : ""}`,
    content_intact:
      "CONTENT INTACT, BYTES DIFFER: sealed with a key you provided. Another program rewrote the JSON, so the hash of the file differs from the hash of the package.",
    unknown_signer:
      "UNKNOWN SIGNER: no check failed, but a key was taken from the file, and anyone could have put it there. Provide the published keys (--keys) to verify who signed it.",
    not_witnessed: `NOT WITNESSED: no check failed, but ${unconfirmed.join(", and ")}.`,
    outdated: `OUTDATED: ${problem ?? ""}`,
  }[status];
}

/** Untrusted text must not contain terminal control sequences. */
function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
