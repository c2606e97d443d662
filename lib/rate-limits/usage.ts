import type { Clock } from "@/lib/clock";
import type { OrganisationContext } from "@/lib/context";
import { counter, currentMinute, windowSeconds } from "@/lib/rate-limits/consume";
import { limitFor, type RateClass, rateClasses } from "@/lib/rate-limits/policy";

/** How much of a bucket is used in the window of the current minute. */
export interface ClassUsage {
  endpointClass: RateClass;
  /** Units a minute. */
  limit: number;
  /** Units taken in this window so far. */
  used: number;
  /** The Unix second at which this window ends. */
  resetSeconds: number;
}

/**
 * How much the organisation has used of each of its buckets, as the one counter knows that `consumeFor` counts with. To ask
 * takes no unit: it asks for none.
 */
export async function readUsage(organisation: OrganisationContext, clock: Clock): Promise<ClassUsage[]> {
  const minute = currentMinute(clock);
  const resetSeconds = (minute + 1) * windowSeconds;
  const usageOf = async (endpointClass: RateClass): Promise<ClassUsage> => {
    const limit = limitFor(organisation, endpointClass);
    const { used } = await counter().take(`${organisation.id}:${endpointClass}:${minute}`, 0, limit);
    return { endpointClass, limit, used, resetSeconds };
  };
  return Promise.all((Object.keys(rateClasses) as RateClass[]).map(usageOf));
}
