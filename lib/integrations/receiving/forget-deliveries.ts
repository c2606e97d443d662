import type { Clock } from "@/lib/clock";
import { forgetIgnored } from "@/lib/integrations/receiving/delivery-store";

/** How long it is known that a delivery was received of which no event was made. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;
const batchSize = 5_000;

/** Forgets deliveries of which no event was made, some months after they came. Answers how many. */
export async function forgetDeliveries(clock: Clock): Promise<number> {
  return forgetIgnored(new Date(clock.now() - keptMs), batchSize);
}
