import type { Ledger } from "./ledger";

const problemsShown = 20;

/** Tells what was done and what did not hold. True when everything did. */
export function report(
  { events, problems, counts, times }: Ledger,
  writtenMs: number,
  say: (line: string) => void,
): boolean {
  const rate = Math.round(events.length / (writtenMs / 1_000));
  say(
    `${events.length} events acknowledged (${rate} a second) in ${counts.requests} requests, ${counts.batches} of them batches.`,
  );
  say(
    `${counts.repeats} repeats; ${counts.resolved} requests without an answer, resolved by repeating; ${counts.kills} kills.`,
  );
  for (const [what, all] of times) say(`${what.padEnd(18)} ${spread(all)}`);
  say(`${counts.proofs} inclusion proofs against ${counts.checkpoints} checkpoints.`);
  for (const problem of problems.slice(0, problemsShown)) say(`PROBLEM ${problem}`);
  if (problems.length > problemsShown) say(`and ${problems.length - problemsShown} problems more`);
  say(problems.length === 0 ? "Everything was proved." : `${problems.length} problems.`);
  return problems.length === 0;
}

/** How long answers took. */
function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  return `half within ${at(0.5)}, 99 % within ${at(0.99)}, all within ${at(1)}`;
}
