import type { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import type { EventType } from "@/lib/domains/audit-chain/vocabulary";
import { type DemoModelKey, demoModels } from "./models";
import { type Occurrence, occurrences } from "./occurrences";
import { createRandom, type Random } from "./random";

/** An event of the demo before its model has an id. No two have the same timestamp. */
export type PlannedEvent = Omit<AppendEvent, "modelId" | "timestamp" | "severity" | "tags"> &
  Pick<Occurrence, "severity" | "tags"> & { model: DemoModelKey; timestamp: string };

export interface PlanOptions {
  /** The same seed, models, count and end give the same events. */
  seed: string;
  models: readonly [DemoModelKey, ...DemoModelKey[]];
  /** How many events; never fewer than the models' life cycles need. */
  count: number;
  /** The time of the last event, about. The first is 90 days before. */
  endMs: number;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const spanDays = 90;

/** How a model comes into service, in hours after its beginning. */
const lifeCycle: [type: EventType, hours: number][] = [
  ["TRAINING_STARTED", 0],
  ["TRAINING_COMPLETED", 5],
  ["HUMAN_REVIEW", 26],
  ["DEPLOYMENT", 44],
];
/** No model's daily work begins before it is deployed. */
const firstDays = 6;

const dailyWork = [
  ["INFERENCE", 72],
  ["HUMAN_REVIEW", 9],
  ["DATA_ACCESS", 8],
  ["CONFIG_CHANGE", 6],
  ["ALERT", 5],
] as const;

/** Ninety days of a bank's AI models, in the order of their times: pure, so that a repeated seed sends the same requests. */
export function planEvents({ seed, models, count, endMs }: PlanOptions): PlannedEvent[] {
  const random = createRandom(seed);
  const startMs = endMs - spanDays * dayMs;
  const events: PlannedEvent[] = [];
  const add = (model: DemoModelKey, type: EventType, atMs: number) =>
    events.push({
      ...occurrences[type](demoModels[model], random),
      model,
      timestamp: new Date(Math.min(atMs, endMs)).toISOString(),
    });

  for (const model of models) {
    const beginMs = startMs + random.integer(0, (firstDays - 2) * 24) * hourMs;
    for (const [type, hours] of lifeCycle) add(model, type, beginMs + hours * hourMs + random.integer(0, hourMs));
  }
  const detections = Math.max(1, Math.round(count / 100));
  for (let i = 0; i < detections; i++)
    add(random.pick(models), "SHADOW_AI_DETECTED", workingTime(random, startMs, endMs));
  while (events.length < count) {
    add(busyModel(random, models), random.weighted(dailyWork), workingTime(random, startMs, endMs));
  }
  return inOrder(events);
}

/** More in the daytime, and up to the end. */
function workingTime(random: Random, startMs: number, endMs: number): number {
  const day = random.integer(firstDays, spanDays - 1);
  const hour = random.chance(0.85) ? random.decimal(7, 19, 4) : random.decimal(0, 24, 4);
  return Math.min(startMs + day * dayMs + Math.round(hour * hourMs), endMs - random.integer(60_000, hourMs));
}

function busyModel(random: Random, models: PlanOptions["models"]): DemoModelKey {
  const [first, ...others] = models.map((model) => [model, demoModels[model].share] as const);
  return first ? random.weighted([first, ...others]) : models[0];
}

/** Sorted, and each at a millisecond of its own: by its time an event can be found again. */
function inOrder(events: PlannedEvent[]): PlannedEvent[] {
  let previousMs = 0;
  return events
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
    .map((event) => {
      previousMs = Math.max(Date.parse(event.timestamp), previousMs + 1);
      return { ...event, timestamp: new Date(previousMs).toISOString() };
    });
}
