import { expect, test } from "vitest";
import { eventGroups, eventText, eventTypes } from "@/components/features/webhooks/labels";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";

test("every event type has a description and belongs to one group", () => {
  expect([...eventTypes].sort()).toEqual([...webhookEventTypes].sort());
  const grouped = eventGroups.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(grouped.sort()).toEqual([...webhookEventTypes].sort());
  for (const type of eventTypes) expect(eventText(type)).toMatch(/^[A-Z].*\.$/);
});
