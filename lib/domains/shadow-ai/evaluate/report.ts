import { ruleVersions } from "@/lib/domains/shadow-ai/analysis";
import { severities } from "@/lib/domains/shadow-ai/enums";
import type { ConfuserCount, KindCount } from "@/lib/domains/shadow-ai/evaluate/compare";
import type { FormatResult } from "@/lib/domains/shadow-ai/evaluate/evaluate";
import { type SimulatedFormatName, simulatedFormats } from "@/lib/domains/shadow-ai/simulate";
import { data, unknownKinds } from "@/lib/domains/shadow-ai/simulate/data";
import type { UseKind } from "@/lib/domains/shadow-ai/simulate/flow";

/** The results as Markdown tables: by format, by kind of use, and false detections by kind of other traffic. */
export function reportOf(results: readonly FormatResult[]): string {
  const all = addUp(results);
  return [byFormat(results), byKind(all), byConfuser(all), bySeverity(all)].join("\n\n");
}

/** The results of each format, added up. */
export function totalsByFormat(results: readonly FormatResult[]): Map<SimulatedFormatName, Total> {
  const formats = [...new Set(results.map(({ format }) => format))];
  return new Map(formats.map((format) => [format, addUp(results.filter((result) => result.format === format))]));
}

function byFormat(results: readonly FormatResult[]): string {
  const rows = [...totalsByFormat(results)].map(([format, total]) => {
    const { catalogueRecall, unknownRecall, unknownPrecision, precision } = total.shares;
    return [
      simulatedFormats[format].title,
      total.lines.toLocaleString("en"),
      percent(catalogueRecall),
      percent(unknownRecall),
      percent(unknownPrecision),
      percent(precision),
      String(total.detections),
      String(total.alarms),
    ];
  });
  const recall = ["Recall, catalogue", "Recall, unknown"];
  const head = ["Format", "Lines", ...recall, "Precision, unknown", "Precision", "Detections", "False"];
  return table(head, rows);
}

function byKind({ kinds }: Total): string {
  const rows = [...kinds].map(([kind, { expected, found, right, wrong }]) => [
    data.useKinds[kind].title,
    String(expected),
    percent(share(found, expected)),
    percent(share(right, right + wrong)),
  ]);
  return table(["Kind of use", "Uses × formats", "Recall", "Precision"], rows);
}

function byConfuser({ confusers }: Total): string {
  const titles: Record<string, string> = data.confuserKinds;
  const rows = [...confusers].map(([kind, { pairs, alarms }]) => [
    titles[kind] ?? kind,
    pairs.toLocaleString("en"),
    String(alarms),
  ]);
  return table(["Traffic without AI", "Hosts × scopes × formats", "False detections"], rows);
}

/** Detections by severity, with each version of the rules. */
function bySeverity({ severities: counts }: Total): string {
  const rows = ruleVersions.map((version) => [
    version,
    ...severities.map((severity) => String(counts.get(`${version} ${severity}`) ?? 0)),
  ]);
  return table(["Rule version", ...severities], rows);
}

function percent(value: number | null): string {
  return value === null ? "–" : `${(value * 100).toFixed(1)}%`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** The minimum shares in each format, with their names in messages. */
const goals = {
  catalogueRecall: { least: 0.95, title: "recall of catalogue hosts" },
  unknownRecall: { least: 0.75, title: "recall of unknown services" },
  unknownPrecision: { least: 0.95, title: "precision of unknown services" },
  precision: { least: 0.95, title: "precision" },
} as const;
type Goal = keyof typeof goals;
/** They apply to logs of connections only, because other logs contain no packet counts. */
const unknownGoals: readonly Goal[] = ["unknownRecall", "unknownPrecision"];

/** Added results of several simulations. */
export interface Total {
  lines: number;
  kinds: Map<UseKind, KindCount>;
  confusers: Map<string, ConfuserCount>;
  severities: Map<string, number>;
  /** True and false detections. */
  detections: number;
  alarms: number;
  /** Unreadable lines. */
  bad: number;
  /** Null without a total. */
  shares: Record<Goal, number | null>;
}

export function addUp(results: readonly FormatResult[]): Total {
  const kinds = new Map<UseKind, KindCount>();
  const confusers = new Map<string, ConfuserCount>();
  const severityCounts = new Map<string, number>();
  const sums = { lines: 0, detections: 0, alarms: 0, bad: 0 };
  for (const result of results) {
    for (const [kind, count] of result.kinds) kinds.set(kind, sum(kinds.get(kind), count));
    for (const [kind, count] of result.confusers) confusers.set(kind, sum(confusers.get(kind), count));
    for (const [key, count] of result.severities) severityCounts.set(key, (severityCounts.get(key) ?? 0) + count);
    sums.lines += result.lines;
    sums.alarms += result.alarms.length;
    for (const count of result.bad.values()) sums.bad += count;
  }
  const total = (counts: KindCount[], of: keyof KindCount) => counts.reduce((all, count) => all + count[of], 0);
  const recall = (unknown: boolean) => {
    const counted = [...kinds].flatMap(([kind, count]) => (unknownKinds.has(kind) === unknown ? [count] : []));
    return share(total(counted, "found"), total(counted, "expected"));
  };
  const right = total([...kinds.values()], "right");
  const detections = right + sums.alarms;
  const unknown = total(
    [...kinds].flatMap(([kind, count]) => (unknownKinds.has(kind) ? [count] : [])),
    "right",
  );
  const shares = {
    catalogueRecall: recall(false),
    unknownRecall: recall(true),
    // All false detections count, because few of them concern hosts in the catalogue.
    unknownPrecision: share(unknown, unknown + sums.alarms),
    precision: share(right, detections),
  };
  return { ...sums, kinds, confusers, severities: severityCounts, detections, shares };
}

/** A sentence for each missed goal. */
export function missedGoals(format: SimulatedFormatName, { shares }: Total): string[] {
  return (Object.keys(goals) as Goal[]).flatMap((goal) => {
    const { least, title } = goals[goal];
    const reached = shares[goal];
    if (reached === null || reached >= least) return [];
    if (unknownGoals.includes(goal) && simulatedFormats[format].grain !== "connection") return [];
    return [`${format}: ${title} is ${reached.toFixed(3)}, and should be at least ${least}.`];
  });
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum<T extends KindCount | ConfuserCount>(before: T | undefined, added: T): T {
  const numbers = { ...before } as Record<string, number>;
  for (const [name, value] of Object.entries(added)) numbers[name] = (numbers[name] ?? 0) + value;
  return numbers as unknown as T;
}
