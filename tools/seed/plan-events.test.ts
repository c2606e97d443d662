import { describe, expect, it } from "vitest";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { demoModels } from "./models";
import { planEvents } from "./plan-events";
import { profiles } from "./profiles";

const endMs = Date.UTC(2026, 0, 15, 10, 30);
const dayMs = 24 * 60 * 60 * 1000;

describe.each(Object.entries(profiles))("the planned events of the %s organisation", (_name, profile) => {
  const options = { seed: profile.organisation.name, models: profile.models, count: profile.events, endMs };
  const events = planEvents(options);

  it("are deterministic", () => {
    expect(planEvents(options)).toEqual(events);
  });

  it("differ for another seed, and move with the end", () => {
    expect(planEvents({ ...options, seed: "other" })).not.toEqual(events);
    const later = planEvents({ ...options, endMs: endMs + dayMs });
    const dates = /"\d{4}-\d\d-\d\d(T[^"]*)?"/g;
    const withoutDates = (all: typeof events) => all.map(({ payload }) => JSON.stringify(payload).replace(dates, ""));
    expect(withoutDates(later)).toEqual(withoutDates(events));
  });

  it("have the configured number and are valid for the API", () => {
    expect(events).toHaveLength(profile.events);
    for (const { model, ...event } of events) {
      expect(Object.keys(demoModels)).toContain(model);
      expect(AppendEvent.safeParse({ ...event, modelId: "mdl_1" }).error).toBeUndefined();
    }
  });

  it("include all event types but detections, and all severities and actor types", () => {
    expect(new Set(events.map(({ eventType }) => eventType))).toEqual(
      new Set(eventTypes.filter((type) => type !== "SHADOW_AI_DETECTED")),
    );
    expect(new Set(events.map(({ severity }) => severity ?? "INFO"))).toEqual(new Set(severities));
    expect(new Set(events.map(({ actor }) => actor?.type))).toEqual(
      new Set(["SERVICE", "USER", "SYSTEM", "AGENT", "INTEGRATION"]),
    );
  });

  it("are in chronological order within ninety days, with unique timestamps", () => {
    const times = events.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(endMs - 90 * dayMs);
    expect(times.at(-1)).toBeLessThanOrEqual(endMs + 60_000);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(80 * dayMs);
  });

  it("contain no traffic of a model before it is deployed", () => {
    for (const model of profile.models) {
      const own = events.filter((event) => event.model === model).map(({ eventType }) => eventType);
      const before = own.slice(0, own.indexOf("DEPLOYMENT"));
      expect(before).toEqual(expect.arrayContaining(["TRAINING_STARTED", "TRAINING_COMPLETED", "HUMAN_REVIEW"]));
      for (const type of ["INFERENCE", "DATA_ACCESS", "ALERT"]) expect(before).not.toContain(type);
    }
  });
});
