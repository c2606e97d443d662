import { activityAfter, isBehavioural, isDnsOnly } from "@/lib/shadow-ai/detect/activity";
import { type BehaviourScore, scoreBehaviour } from "@/lib/shadow-ai/detect/behaviour";
import type { Situation } from "@/lib/shadow-ai/detect/situation";
import type { AccessKind } from "@/lib/shadow-ai/vocabulary";

/** Of the windows that can be scored, the share that must look alike: chance makes a few of any traffic do. */
const leastShareAlike = 0.25;
/** A day of connections too few a window to judge, judged together: so many calls, in so many hours. */
const day = { leastCalls: 10, leastHours: 2 } as const;

/** Kinds of access whose single call is a use; web pages are also visited by chance, or embedded in others. */
const countsByCall: Record<AccessKind, boolean> = { API: true, IDE: true, SELF_HOSTED: true, WEB: false };

/** Whether the traffic after a time is enough to open a detection (`settings.opening`). */
export function isEnough(situation: Situation, afterMs: number): boolean {
  const { total, use, days, settings } = situation;
  const { apiCalls, webSessions, webCalls, dnsQueries, behaviourWindows } = settings.opening;
  const dnsOnly = isDnsOnly(total);
  const since = activityAfter(days, afterMs, dnsOnly);
  if (dnsOnly) return since.mostCallsIn24Hours >= dnsQueries;
  if (isBehavioural(total)) return since.calls >= behaviourWindows && behaviourOf(situation) !== null;
  if (countsByCall[use.accessKind]) return since.calls >= apiCalls;
  return since.mostSessionsIn24Hours >= webSessions || since.mostCallsIn24Hours >= webCalls;
}

/** How much a use looks like one of a language model, where its windows or one of its days are enough to say so. */
export function behaviourOf({ windows, days, settings }: Situation): BehaviourScore | null {
  const { behaviourScore, behaviourWindows } = settings.opening;
  if (windows !== null && windows.alike >= behaviourWindows && windows.alike >= leastShareAlike * windows.scored)
    return { score: windows.score, reasons: windows.reasons };
  const leastCalls = Math.max(day.leastCalls, behaviourWindows * 3);
  const scores = days
    .filter(
      ({ stats }) =>
        stats.calls >= leastCalls && stats.callsByHour.filter((calls) => calls > 0).length >= day.leastHours,
    )
    .map(({ stats }) => scoreBehaviour(stats))
    .filter((one) => one !== null && one.score >= behaviourScore);
  return scores.sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0))[0] ?? null;
}
