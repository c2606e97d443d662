import { expect, test } from "vitest";
import { automationOf } from "@/lib/shadow-ai/detect/automation";
import { emptyStats, type TrafficStats } from "@/lib/shadow-ai/detect/stats";
import { dayOf, factsOfUse } from "@/lib/shadow-ai/detect/testing/situations";
import type { UseFacts } from "@/lib/shadow-ai/detect/use-facts";

const hours = (from: number, to: number, calls: (hour: number) => number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, calls(from + index)]));
const office = hours(8, 17, (hour) => [3, 14, 40, 22, 2, 5, 31, 18, 9, 1][hour - 8] ?? 0);
const machine = hours(1, 9, (hour) => 30 + (hour % 3) * 4);
const now = hours(0, 20, (hour) => (hour % 4 === 0 ? 7 : 1));

test.each<
  [string, Record<number, number>, Partial<TrafficStats>, Partial<UseFacts>, { automated: boolean; agentic: boolean }]
>([
  ["people at work, of whom nothing is known", office, {}, {}, { automated: false, agentic: false }],
  ["programs", office, { automatedCalls: 40 }, {}, { automated: true, agentic: false }],
  [
    "half programs, half browsers",
    office,
    { automatedCalls: 20, browserCalls: 20 },
    {},
    { automated: true, agentic: false },
  ],
  ["mostly browsers", office, { automatedCalls: 19, browserCalls: 20 }, {}, { automated: false, agentic: false }],
  [
    "an agent among browsers",
    office,
    { automatedCalls: 1, agentCalls: 1, browserCalls: 90 },
    {},
    { automated: true, agentic: true },
  ],
  [
    "a service that is an agent",
    office,
    { browserCalls: 9 },
    { category: "AGENT" },
    { automated: false, agentic: true },
  ],
  ["steady work hour after hour", machine, {}, {}, { automated: true, agentic: true }],
  [
    "steady work in browsers",
    machine,
    { browserCalls: 90 },
    { accessKind: "WEB" },
    { automated: false, agentic: false },
  ],
  ["a call now and then, day and night", now, {}, {}, { automated: true, agentic: false }],
])("%s", (_, callsByHour, stats, use, expected) => {
  const day = dayOf("2026-11-18", callsByHour, stats);
  expect(automationOf(factsOfUse(use), { ...emptyStats(), ...day.stats }, [day])).toEqual(expected);
});
