import type { FormatResult } from "@/lib/shadow-ai/evaluate/evaluate";
import { addUp, share, type Total } from "@/lib/shadow-ai/evaluate/totals";
import { type SimulatedFormatName, simulatedFormats } from "@/lib/shadow-ai/simulate";
import { confuserKinds, useKinds } from "@/lib/shadow-ai/simulate/flow";

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
