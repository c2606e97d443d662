import type { ConfuserCount, KindCount } from "@/lib/domains/shadow-ai/evaluate/compare";
import type { FormatResult } from "@/lib/domains/shadow-ai/evaluate/evaluate";
import { type SimulatedFormatName, simulatedFormats } from "@/lib/domains/shadow-ai/simulate";
import { confuserKinds, type UseKind, unknownKinds, useKinds } from "@/lib/domains/shadow-ai/simulate/flow";

/** The results as tables in Markdown: by format, by kind of use, and what was raised falsely by kind of confuser. */
export function reportOf(results: readonly FormatResult[]): string {
  const all = addUp(results);
  return [byFormat(results), byKind(all), byConfuser(all)].join("\n\n");
}

/** The results of each format, added up. */
export function totalsByFormat(results: readonly FormatResult[]): Map<SimulatedFormatName, Total> {
  const formats = [...new Set(results.map(({ format }) => format))];
  return new Map(formats.map((format) => [format, addUp(results.filter((result) => result.format === format))]));
}

function byFormat(results: readonly FormatResult[]): string {
  const rows = [...totalsByFormat(results)].map(([format, total]) => {
    const { catalogueRecall, unknownRecall, precision } = total.shares;
    return [
      simulatedFormats[format].title,
      total.lines.toLocaleString("en"),
      percent(catalogueRecall),
      percent(unknownRecall),
      percent(precision),
      String(total.detections),
      String(total.alarms),
    ];
  });
  const head = ["Format", "Lines", "Recall, catalogue", "Recall, unknown", "Precision", "Detections", "False"];
  return table(head, rows);
}

function byKind({ kinds }: Total): string {
  const rows = [...kinds].map(([kind, { expected, found, right, wrong }]) => [
    useKinds[kind],
    String(expected),
    percent(share(found, expected)),
    percent(share(right, right + wrong)),
  ]);
  return table(["Kind of use", "Uses × formats", "Recall", "Precision"], rows);
}

function byConfuser({ confusers }: Total): string {
  const titles: Record<string, string> = confuserKinds;
  const rows = [...confusers].map(([kind, { pairs, alarms }]) => [
    titles[kind] ?? kind,
    pairs.toLocaleString("en"),
    String(alarms),
  ]);
  return table(["Traffic without AI", "Hosts × scopes × formats", "False detections"], rows);
}

function percent(value: number | null): string {
  return value === null ? "–" : `${(value * 100).toFixed(1)} %`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** What has to be reached, in each format: shares from 0 to 1. */
export const goals = {
  /** Of the uses of hosts in the catalogue. */
  catalogueRecall: 0.95,
  /** Of the uses of hosts in no catalogue, where a format has bytes and times. */
  unknownRecall: 0.8,
  /** Of the detections. */
  precision: 0.95,
} as const;
export type Goal = keyof typeof goals;

/** Results of several simulations, added up. Shares are null where there is nothing to share. */
export interface Total {
  lines: number;
  kinds: Map<UseKind, KindCount>;
  confusers: Map<string, ConfuserCount>;
  /** Detections, right and wrong. */
  detections: number;
  alarms: number;
  /** Lines that could not be read. */
  bad: number;
  shares: Record<Goal, number | null>;
}

export function addUp(results: readonly FormatResult[]): Total {
  const kinds = new Map<UseKind, KindCount>();
  const confusers = new Map<string, ConfuserCount>();
  for (const result of results) {
    for (const [kind, count] of result.kinds) kinds.set(kind, sum(kinds.get(kind), count));
    for (const [kind, count] of result.confusers) confusers.set(kind, sum(confusers.get(kind), count));
  }
  const right = [...kinds.values()].reduce((total, count) => total + count.right, 0);
  const alarms = results.reduce((total, result) => total + result.alarms.length, 0);
  const bad = results.flatMap((result) => [...result.bad.values()]).reduce((total, count) => total + count, 0);
  return {
    lines: results.reduce((total, { lines }) => total + lines, 0),
    kinds,
    confusers,
    detections: right + alarms,
    alarms,
    bad,
    shares: {
      catalogueRecall: recall(kinds, (kind) => !unknownKinds.has(kind)),
      unknownRecall: recall(kinds, (kind) => unknownKinds.has(kind)),
      precision: share(right, right + alarms),
    },
  };
}

/** The goals that are missed, each as a sentence. */
export function missedGoals(format: SimulatedFormatName, { shares }: Total): string[] {
  return (Object.keys(goals) as Goal[]).flatMap((goal) => {
    const reached = shares[goal];
    if (reached === null || reached >= goals[goal]) return [];
    return [`${format}: ${goalNames[goal]} is ${reached.toFixed(3)}, and should be at least ${goals[goal]}.`];
  });
}

const goalNames: Record<Goal, string> = {
  catalogueRecall: "recall of catalogue hosts",
  unknownRecall: "recall of unknown services",
  precision: "precision",
};

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function recall(kinds: Map<UseKind, KindCount>, counts: (kind: UseKind) => boolean): number | null {
  const counted = [...kinds].flatMap(([kind, count]) => (counts(kind) ? [count] : []));
  const found = counted.reduce((total, count) => total + count.found, 0);
  return share(
    found,
    counted.reduce((total, count) => total + count.expected, 0),
  );
}

function sum<T extends object>(before: T | undefined, added: T): T {
  if (before === undefined) return { ...added };
  const entries = Object.entries(added).map(([name, value]) => [
    name,
    value + (before as Record<string, number>)[name],
  ]);
  return Object.fromEntries(entries) as T;
}
