import type { Ledger } from "./ledger";

const problemsShown = 20;

/** Prints the results. Returns whether there were no problems. */
export function report(
  { events, problems, counts, times }: Ledger,
  writtenMs: number,
  print: (line: string) => void,
): boolean {
  const rate = Math.round(events.length / (writtenMs / 1_000));
  print(
    `${events.length} events acknowledged (${rate} per second) in ${counts.requests} requests, including ${counts.batches} batches.`,
  );
  print(
    `${counts.repeats} repeats; ${counts.resolved} requests without a response, resolved by a retry; ${counts.kills} kills.`,
  );
  for (const [what, all] of times) print(`${what.padEnd(18)} ${spread(all)}`);
  print(`${counts.proofs} inclusion proofs verified with ${counts.checkpoints} checkpoints.`);
  for (const problem of problems.slice(0, problemsShown)) print(`PROBLEM ${problem}`);
  if (problems.length > problemsShown) print(`and ${problems.length - problemsShown} more`);
  print(
    problems.length === 0
      ? "All checks passed."
      : problems.length === 1
        ? "1 problem."
        : `${problems.length} problems.`,
  );
  return problems.length === 0;
}

function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`;
}
