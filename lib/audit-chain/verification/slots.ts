import { unavailable } from "@/lib/errors";
import { singleton } from "@/lib/singleton";
import { Slots } from "@/lib/slots";

/** Verifications that callers wait for, in this process: each holds a database connection of its own and most of a processor. */
const shortPlaces = 4;
/** Callers that wait for such a place. */
const shortWaiting = 28;
/** Verifications in the background, in this process. */
const longPlaces = 2;

/** Does what a caller waits for, among few at a time. Throws `unavailable` where too many wait. */
export async function whileCallerWaits<T>(work: () => Promise<T>): Promise<T> {
  const slots = singleton("short-verifications", () => new Slots(shortPlaces, shortWaiting));
  const done = await slots.within(work);
  if (!done) throw unavailable("Many chains are being verified. Try again in a moment.");
  return done.result;
}

/** Does what runs in the background, among few at a time; undefined, at once, where there is no place for it. */
export async function inBackground<T>(work: () => Promise<T>): Promise<{ result: T } | undefined> {
  return singleton("long-verifications", () => new Slots(longPlaces, 0)).within(work);
}
