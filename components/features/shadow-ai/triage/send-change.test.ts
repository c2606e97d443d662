import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type Matches,
  sendChange,
  sendDecision,
  sendUndo,
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
const dismiss = '{"status":"DISMISSED","notes":"n","investigate":true}';

test("an open detection is investigated and decided by one request, with one undo", async () => {
  const outcome = await sendDecision({ rows: rowsOf(["a", "OPEN"]), etag: '"1"' }, dismissed);
  expect(sent).toEqual([`PATCH /v1/shadow-ai/a ${dismiss} "1"`]);
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

test("all matches of a filter are decided by one request", async () => {
  answers.push(bulk("op_1", { id: "a" }, { id: "b", error: "conflict", message: "No." }));
  const matches: Matches = { filter: { status: "OPEN" }, count: 2 };
  const outcome = await sendDecision({ rows: [], matches }, dismissed);
  expect(sent).toEqual([`POST /v1/shadow-ai/bulk {"filter":{"status":"OPEN"},"expectedCount":2,"change":${dismiss}}`]);
  expect(outcome).toMatchObject({ changed: ["a"], undoPath: "/v1/shadow-ai/bulk/op_1/undo" });
});

test("an undo that restored only some detections is reported as an error", async () => {
  answers.push({
    updated: 1,
    failed: 1,
    results: [{ id: "a" }, { id: "b", error: "conflict", message: "It changed." }],
  });
  await expect(sendUndo("/v1/shadow-ai/bulk/op_1/undo")).rejects.toThrow(
    "1 detection restored, 1 not restored. b: It changed.",
  );
  answers.push({ id: "a" });
  await sendUndo("/v1/shadow-ai/a/undo");
});
