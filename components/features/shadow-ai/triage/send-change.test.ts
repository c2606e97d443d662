import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type Matches,
  sendChange,
  sendDecision,
  type Target,
} from "@/components/features/shadow-ai/triage/send-change";

const sent: string[] = [];
const answers: object[] = [];

beforeEach(() => {
  sent.length = 0;
  answers.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit & { body: string }) => {
    const tag = (headers as Record<string, string>)["If-Match"];
    sent.push([method, url, body, tag].filter(Boolean).join(" "));
    return Response.json(answers.shift() ?? {});
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const rowsOf = (...rows: [id: string, status: string][]) =>
  rows.map(([id, status]) => ({ id, status })) as unknown as Target["rows"];
const bulk = (operationId: string, ...results: object[]) => ({ operationId, results });
const dismissed = { status: "DISMISSED", notes: "n" } as const;
const investigate = '{"status":"INVESTIGATING"}';
const dismiss = '{"status":"DISMISSED","notes":"n"}';

test("an open detection is investigated in the shown version before it is decided", async () => {
  const outcome = await sendDecision({ rows: rowsOf(["a", "OPEN"]), etag: '"1"' }, dismissed);
  expect(sent).toEqual([`PATCH /v1/shadow-ai/a ${investigate} "1"`, `PATCH /v1/shadow-ai/a ${dismiss}`]);
  expect(outcome).toEqual({ changed: ["a"], failed: [], undoPath: "/v1/shadow-ai/a/undo" });
});

test("a selection is changed by one request, whose outcome names the rejected detections", async () => {
  answers.push(bulk("op_1", { id: "a" }, { id: "b", error: "conflict", message: "No." }));
  const outcome = await sendChange({ rows: rowsOf(["a", "OPEN"], ["b", "OPEN"]) }, { assignedTo: null });
  expect(sent).toEqual(['POST /v1/shadow-ai/bulk {"ids":["a","b"],"change":{"assignedTo":null}}']);
  expect(outcome).toMatchObject({
    changed: ["a"],
    failed: [{ id: "b", message: "No." }],
    undoPath: "/v1/shadow-ai/bulk/op_1/undo",
  });
});

test.each<[string, Matches, string[]]>([
  [
    "open matches are decided by id, because they leave the filter",
    { filter: { status: "OPEN" }, count: 2, open: 2 },
    [`{"filter":{"status":"OPEN"},"expectedCount":2,"change":${investigate}}`, `{"ids":["a"],"change":${dismiss}}`],
  ],
  [
    "the open ones among all statuses are investigated first",
    { filter: { q: "x" }, count: 3, open: 2 },
    [
      `{"filter":{"q":"x","status":"OPEN"},"expectedCount":2,"change":${investigate}}`,
      `{"filter":{"q":"x"},"expectedCount":3,"change":${dismiss}}`,
    ],
  ],
  [
    "without open matches, one request decides",
    { filter: { q: "x" }, count: 3, open: 0 },
    [`{"filter":{"q":"x"},"expectedCount":3,"change":${dismiss}}`],
  ],
])("%s", async (_, matches, bodies) => {
  answers.push(bulk("op_1", { id: "a" }, { id: "b", error: "conflict", message: "No." }), bulk("op_2", { id: "a" }));
  await sendDecision({ rows: [], matches }, dismissed);
  expect(sent).toEqual(bodies.map((body) => `POST /v1/shadow-ai/bulk ${body}`));
});
