import { runProgram } from "@/cli/support/program";
import {
  evaluateFormat,
  type FormatResult,
  missedGoals,
  reportOf,
  totalsByFormat,
} from "@/lib/domains/shadow-ai/evaluate";
import { parseEvaluate, usage } from "./shadow-ai-arguments";

/** A Monday. */
const startDay = "2026-11-16";

runProgram(async () => {
  const given = parseEvaluate(process.argv.slice(2));
  if (given === "help") return void console.log(usage.evaluate);
  const { seeds, formats, scale, days, details } = given;
  const results: FormatResult[] = [];
  for (const format of formats) {
    console.error(`${format} …`);
    for (const seed of seeds) {
      const result = await evaluateFormat({ seed, startDay, days, scale }, format);
      results.push(result);
      if (details) printDetails(seed, result);
    }
  }
  console.log(reportOf(results));
  const missed = [...totalsByFormat(results)].flatMap(([format, total]) => missedGoals(format, total));
  console.log(missed.length === 0 ? "\nAll goals are met." : `\n${missed.join("\n")}`);
  if (missed.length > 0) process.exitCode = 1;
});

function printDetails(seed: number, { format, missed, alarms, bad }: FormatResult): void {
  for (const one of missed) console.error(`  seed ${seed}, ${format}, missed: ${one}`);
  for (const one of alarms) console.error(`  seed ${seed}, ${format}, false: ${one}`);
  for (const [message, count] of bad) console.error(`  seed ${seed}, ${format}, ${count} lines: ${message}`);
}
