import { z } from "zod";
import { Timestamp } from "@/lib/platform/http/schemas";

const from = Timestamp.meta({ description: "Start of the period, inclusive" });
const to = Timestamp.meta({ description: "End of the period, inclusive" });

/** A period as two members of a request. */
export const period = { from, to };

/** A period of at most the given number of years. Both ends have the same format, so their texts sort by time. */
export function dateRangeInput(yearsMax: number, description: string) {
  return z
    .strictObject(period)
    .superRefine((range, context) => {
      const earliest = new Date(range.to);
      earliest.setUTCFullYear(earliest.getUTCFullYear() - yearsMax);
      const add = (message: string) => context.addIssue({ code: "custom", path: ["from"], message });
      if (range.from > range.to) add("must not be after `dateRange.to`");
      else if (Date.parse(range.from) < earliest.getTime()) {
        add(`must be at most ${yearsMax} years before \`dateRange.to\``);
      }
    })
    .meta({ description });
}

export const DownloadQuery = z.strictObject({
  token: z
    .string()
    .optional()
    .meta({
      description: "The token from `downloadUrl`. If it is missing, the response is 404.",
      examples: ["mkgm3nbs.example"],
    }),
});
