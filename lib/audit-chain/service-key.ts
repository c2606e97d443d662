/**
 * What keys of the service's own events begin with, and no caller's can: an Idempotency-Key is ASCII. By it nobody can pass
 * an event off as one of the service's, nor keep the service from writing its own.
 */
export const serviceKeyMark = "§";

/** The key under which an event of the service is kept once. */
export function serviceKey(source: string): string {
  return `${serviceKeyMark}${source}`;
}
