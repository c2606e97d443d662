import { expect, test } from "vitest";
import { eventGroups, eventText, eventTypes } from "@/components/features/webhooks/labels";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";

test("every type of event is explained, and stands in one group", () => {
  expect([...eventTypes].sort()).toEqual([...webhookEventTypes].sort());
  const grouped = eventGroups.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(grouped.sort()).toEqual([...webhookEventTypes].sort());
  for (const type of eventTypes) expect(eventText(type)).toMatch(/^[A-Z].*\.$/);
});
