import { expect, test } from "vitest";
import { jira } from "@/lib/domains/integrations/products/jira";
import type { Reading } from "@/lib/domains/integrations/products/product";
import { jiraBodies } from "@/lib/domains/integrations/testing/payloads";

const read = (body: unknown) => jira.read(new Headers(), body);
const accountId = "557058:c9ebf848-dfac-4c49-9408-dc34bd0e2d85";
const common = { ticket: "RISK-42", project: "RISK", issueType: "Task" };
const at = (occurredAt: string) => ({ subject: "RISK", severity: "INFO", occurredAt });

const table: [name: keyof typeof jiraBodies, translation: Reading["translation"]][] = [
  [
    "created",
    {
      ...at("2025-11-20T09:00:00.217Z"),
      eventType: "CONFIG_CHANGE",
      payload: { kind: "TICKET_CREATED", ...common, changedBy: accountId },
    } as Reading["translation"],
  ],
  [
    "transition",
    {
      ...at("2025-11-20T09:01:00.000Z"),
      eventType: "HUMAN_REVIEW",
      payload: {
        ...{ kind: "TICKET_STATUS_CHANGED", ...common },
        ...{ fromStatus: "To Do", toStatus: "In Progress", reviewer: accountId },
      },
    } as Reading["translation"],
  ],
  [
    "edit",
    {
      ...at("2025-11-20T09:02:00.000Z"),
      eventType: "CONFIG_CHANGE",
      payload: { kind: "TICKET_UPDATED", ...common, fields: ["summary", "description"], changedBy: accountId },
    } as Reading["translation"],
  ],
  ["commented", undefined],
  [
    "deleted",
    {
      ...at("2025-11-20T09:04:00.000Z"),
      ...{ severity: "MEDIUM", eventType: "CONFIG_CHANGE" },
      payload: { kind: "TICKET_DELETED", ...common, changedBy: accountId },
    } as Reading["translation"],
  ],
];

test.each(table)("reads an issue that was %s", (name, translation) => {
  const reading = read(jiraBodies[name]);
  expect(reading.translation).toEqual(translation);
  expect(reading.topic).toBe(jiraBodies[name].webhookEvent);
  expect(reading.ticket).toMatchObject({
    key: "RISK-42",
    url: "https://example-bank.atlassian.net/browse/RISK-42",
    title: "Review of declined applications",
    status: name === "deleted" ? "Deleted" : "In Progress",
    eventIds: [],
  });
});

test.each(Object.values(jiraBodies))("$webhookEvent: stores no names, addresses or previous texts", (body) => {
  const text = JSON.stringify(read(body).translation ?? {});
  for (const word of ["Ada", "Mia", "@example.com", "customer", "declined"]) expect(text).not.toContain(word);
});

test("an action by an app is not a human review", () => {
  const user = { accountId: "app-1", accountType: "app" };
  expect(read({ ...jiraBodies.transition, user }).translation).toMatchObject({
    eventType: "CONFIG_CHANGE",
    payload: { kind: "TICKET_STATUS_CHANGED", changedBy: "app-1" },
  });
});

test("ignores updates without changes and deliveries without an issue", () => {
  const { changelog: _, ...commented } = { ...jiraBodies.edit, comment: { body: "Fine." } };
  expect(read(commented).translation).toBeUndefined();
  expect(read({ timestamp: 1, webhookEvent: "sprint_started", sprint: {} })).toEqual({
    topic: "sprint_started",
    translation: undefined,
  });
});

const one = `evt_${"1".repeat(26)}`;
const two = `evt_${"2".repeat(26)}`;
const withTexts = (fields: object, comment?: unknown) => ({
  ...jiraBodies.commented,
  comment: { body: comment },
  issue: { ...jiraBodies.commented.issue, fields: { ...jiraBodies.commented.issue.fields, ...fields } },
});

const texts: [name: string, body: unknown, eventIds: string[]][] = [
  ["the summary", withTexts({ summary: `About ${one}` }), [one]],
  ["the description", withTexts({ description: `(${one}), ${two}.` }), [one, two]],
  ["a link in a comment", withTexts({}, `https://audit.example.com/audit/${one}?x=1`), [one]],
  ["a repeated ID", withTexts({ summary: one, description: one }, one), [one]],
  [
    "a document",
    withTexts({
      description: { type: "doc", content: [{ type: "paragraph", content: [{ text: one }, { text: two }] }] },
    }),
    [one, two],
  ],
  ["parts of words", withTexts({ summary: `x${one} ${two}Z evt_short evt_${"A".repeat(26)}` }), []],
  ["no text", withTexts({ summary: null, description: 7 }, false), []],
];

test.each(texts)("finds event IDs in %s", (_name, body, eventIds) => {
  expect(read(body).ticket?.eventIds).toEqual(eventIds);
});

test("a ticket links at most 50 events, and documents can have any depth and length", () => {
  const many = Array.from({ length: 80 }, (_, i) => `evt_${String(i).padStart(26, "0")}`);
  expect(read(withTexts({ description: many.join(" ") })).ticket?.eventIds).toEqual(many.slice(0, 50));
  let deep: unknown = one;
  for (let i = 0; i < 50_000; i++) deep = [deep];
  expect(read(withTexts({ description: deep })).ticket?.eventIds).toEqual([one]);
  const long = [...Array.from({ length: 300_000 }, () => 0), one];
  expect(read(withTexts({ description: long })).ticket?.eventIds).toEqual([one]);
});

test.each([
  ["javascript:alert(1)", ""],
  ["http://jira.example.com/rest/api/2/1", ""],
  ["not a URL", ""],
  ["https://user:password@jira.example.com/rest", "https://jira.example.com/browse/RISK-42"],
])("the ticket URL for %s is %j", (self, url) => {
  const body = { ...jiraBodies.commented, issue: { ...jiraBodies.commented.issue, self } };
  expect(read(body).ticket?.url).toBe(url);
});
