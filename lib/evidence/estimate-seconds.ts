/** What a package takes however few its events are. */
const leastSeconds = 5;
/** Nothing is promised for longer: what takes more is told by its progress. */
const mostSeconds = 600;
/** Events of a model that are read, verified, written and signed in a second. */
const eventsPerSecond = 2_500;

/** How long the generation of a package about a model with so many events may take, its place in the queue not counted. */
export function estimateSeconds(events: number): number {
  return Math.min(mostSeconds, leastSeconds + Math.ceil(events / eventsPerSecond));
}
