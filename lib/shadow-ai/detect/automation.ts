import type { Days } from "@/lib/shadow-ai/detect/activity";
import { deviation, mean } from "@/lib/shadow-ai/detect/statistics";
import type { TrafficStats } from "@/lib/shadow-ai/detect/stats";
import type { UseFacts } from "@/lib/shadow-ai/detect/use-facts";

/** A machine that works: so many hours in a row, so many calls in each, and all alike. People pause, and sleep. */
const steady = { hours: 6, callsAnHour: 12, variation: 0.35 } as const;
/** No person is at work in so many hours of a day. */
const roundTheClockHours = 18;
/** Of the calls whose client is known, the share that must be of programs. */
const programShare = 0.5;

/**
 * Whether programs, and whether agents, are behind a use: by their user agents or TLS handshakes where these are known, by
 * the regularity of the hours else.
 */
export function automationOf(use: UseFacts, total: TrafficStats, days: Days): { automated: boolean; agentic: boolean } {
  const { automatedCalls, browserCalls, agentCalls } = total;
  const known = automatedCalls + browserCalls;
  const worksSteadily = days.some(({ stats }) => isSteady(stats.callsByHour));
  const agentic = agentCalls > 0 || use.category === "AGENT" || (worksSteadily && use.accessKind !== "WEB");
  const byClient = known > 0 && automatedCalls >= programShare * known;
  const neverRests = days.some(
    ({ stats }) => stats.callsByHour.filter((calls) => calls > 0).length >= roundTheClockHours,
  );
  return { automated: byClient || (known === 0 && (worksSteadily || neverRests)) || agentCalls > 0, agentic };
}

function isSteady(callsByHour: number[]): boolean {
  for (let from = 0; from + steady.hours <= callsByHour.length; from++) {
    const hours = callsByHour.slice(from, from + steady.hours);
    if (Math.min(...hours) >= steady.callsAnHour && deviation(hours) <= steady.variation * mean(hours)) return true;
  }
  return false;
}
