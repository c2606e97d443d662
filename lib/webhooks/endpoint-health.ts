/** Days of finished deliveries that an endpoint's health is judged by. */
export const healthWindowDays = 7;

/** At this share of failed deliveries its owner is warned, above the other the endpoint is disabled; in percent. */
const warnAtPercent = 40;
export const disableAbovePercent = 50;

/** With fewer deliveries, or over a shorter time, nothing is concluded. */
const finishedMin = 20;
const spanMinMs = 24 * 60 * 60 * 1000;

/** Deliveries of the window that finished since the endpoint listens, but for those that its owner ended. */
export interface HealthFigures {
  finished: number;
  failed: number;
  /** From the first of them to the last, in milliseconds. */
  spanMs: number;
}

/**
 * What an endpoint's figures call for (specification, "Webhook delivery": disabled above 50 % failed over 7 days, after an
 * e-mail). A warning always comes first, and what was found when it was given does not disable as well.
 */
export function judgeHealth(
  { finished, failed, spanMs }: HealthFigures,
  isWarned: boolean,
): "fine" | "warn" | "disable" {
  if (finished < finishedMin || spanMs < spanMinMs) return "fine";
  if (!isWarned) return failed * 100 >= finished * warnAtPercent ? "warn" : "fine";
  return failed * 100 > finished * disableAbovePercent ? "disable" : "fine";
}
