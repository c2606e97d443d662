import type { ApiOperation } from "@/lib/http/openapi/types";
import { type RateClass, rateClasses } from "@/lib/rate-limits";
import { tiers } from "@/lib/tiers";

/** A bucket's figures: "100 / 1,000 / 10,000 / 10,000". */
export function rateFigures(rateClass: RateClass): string {
  return tiers.map((tier) => thousands(rateClasses[rateClass][tier])).join(" / ");
}

/** The tiers in the order of {@link rateFigures}, as people write them. */
export const tierNames = tiers.map((tier) =>
  tier
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" "),
);

/** Markdown: requests a minute by bucket and tier, with the operations that take from each bucket. */
export function rateLimitTable(operations: ApiOperation[]): string {
  const used = (Object.keys(rateClasses) as RateClass[]).filter((name) => operationsOf(name, operations).length > 0);
  return [
    `| Bucket | Operations | ${tierNames.join(" | ")} |`,
    `|---|---|${"---:|".repeat(tiers.length)}`,
    ...used.map((name) => {
      const figures = tiers.map((tier) => thousands(rateClasses[name][tier]));
      return `| \`${name}\` | ${operationsOf(name, operations).join(", ")} | ${figures.join(" | ")} |`;
    }),
  ].join("\n");
}

function operationsOf(name: RateClass, operations: ApiOperation[]): string[] {
  return operations
    .filter(({ route }) => route.options.limit === name)
    .map(({ method, path }) => `\`${method} ${path}\``);
}

function thousands(value: number): string {
  return value.toLocaleString("en-GB");
}
