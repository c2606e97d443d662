import type { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { type DemoModelKey, demoModels } from "./models";
import { createRandom, type Random } from "./random";
import { governance, type SampleEvent, type SampleType, sampleEvents, validationOf } from "./sample-events";
import { dayMs, hourMs } from "./timeline";

/** A demo event before its model has an id. Timestamps are unique. */
export type PlannedEvent = Omit<AppendEvent, "modelId" | "timestamp" | "severity" | "tags"> &
  Pick<SampleEvent, "severity" | "tags"> & { model: DemoModelKey; timestamp: string };

export interface PlanOptions {
  /** The same options always produce the same events. */
  seed: string;
  models: readonly [DemoModelKey, ...DemoModelKey[]];
  /** The number of events, at least those of the models' life cycles. */
  count: number;
  /** The approximate time of the last event. The first one is 90 days earlier. */
  endMs: number;
}

const spanDays = 90;

const deployedHours = 44;

/** The events that put a model into service, with hours since the first one. */
const lifeCycle: [type: SampleType, hours: number][] = [
  ["TRAINING_STARTED", 0],
  ["TRAINING_COMPLETED", 5],
  ["HUMAN_REVIEW", 26],
  ["DEPLOYMENT", deployedHours],
];
/** Daily events start once every model is deployed. */
const firstDays = 6;

const dailyWork = { INFERENCE: 72, HUMAN_REVIEW: 9, DATA_ACCESS: 8, CONFIG_CHANGE: 6, ALERT: 5 };

/** Plans ninety days of events in chronological order. Deterministic, so that repeated runs send the same requests. */
export function planEvents({ seed, models, count, endMs }: PlanOptions): PlannedEvent[] {
  const random = createRandom(seed);
  const startMs = endMs - spanDays * dayMs;
  const events: PlannedEvent[] = [];
  const add = (model: DemoModelKey, event: SampleEvent, atMs: number) =>
    events.push({ ...event, model, timestamp: new Date(Math.min(atMs, endMs)).toISOString() });

  for (const model of models) {
    const beginMs = startMs + random.integer(0, (firstDays - 2) * 24) * hourMs;
    for (const [type, hours] of lifeCycle) {
      const atMs = beginMs + hours * hourMs + random.integer(0, hourMs);
      const event = sampleEvents[type](demoModels[model], random, atMs);
      add(model, { ...event, ...(type === "HUMAN_REVIEW" && validationOf(demoModels[model], atMs)) }, atMs);
    }
    const isImportant = ["HIGH", "CRITICAL"].includes(demoModels[model].registration.riskTier ?? "");
    for (const [hours, event] of governance) {
      if (hours < deployedHours || isImportant)
        add(model, event(demoModels[model], random), beginMs + hours * hourMs + random.integer(0, hourMs));
    }
  }
  while (events.length < count) {
    const [model, type] = [busyModel(random, models), random.weighted(dailyWork)];
    const atMs = workingTime(random, startMs, endMs);
    add(model, sampleEvents[type](demoModels[model], random, atMs), atMs);
  }
  return inOrder(events);
}

/** Mostly during the day. */
function workingTime(random: Random, startMs: number, endMs: number): number {
  const day = random.integer(firstDays, spanDays - 1);
  const hour = random.chance(0.85) ? random.decimal(7, 19, 4) : random.decimal(0, 24, 4);
  return Math.min(startMs + day * dayMs + Math.round(hour * hourMs), endMs - random.integer(60_000, hourMs));
}

function busyModel(random: Random, models: PlanOptions["models"]): DemoModelKey {
  const shares = Object.fromEntries(models.map((model) => [model, demoModels[model].share]));
  return random.weighted(shares as Record<DemoModelKey, number>);
}

/** Sorts events and makes their timestamps unique, so that later runs can find each event by its time. */
function inOrder(events: PlannedEvent[]): PlannedEvent[] {
  let previousMs = 0;
  return events
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
    .map((event) => {
      previousMs = Math.max(Date.parse(event.timestamp), previousMs + 1);
      return { ...event, timestamp: new Date(previousMs).toISOString() };
    });
}
