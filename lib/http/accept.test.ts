import { expect, test } from "vitest";
import { prefers } from "@/lib/http/accept";

test.each([
  ["text/plain", true],
  ["TEXT/Plain", true],
  ["text/plain; charset=utf-8", true],
  ["text/plain, application/json;q=0.9", true],
  ["application/json;q=0.5, text/plain;q=0.8", true],
  ["text/plain, */*;q=0.1", true],
  ["application/json, text/plain", true],
  ["application/json, text/plain;q=0.9", false],
  ["text/plain;q=0", false],
  ["text/plain;q=x", false],
  ["application/json", false],
  ["text/*", false],
  ["*/*", false],
  ["text/html", false],
  ["", false],
])("%j asks for text: %j", (accept, expected) => {
  expect(prefers(new Request("http://localhost", { headers: { accept } }), "text/plain")).toBe(expected);
});

test("who says nothing gets JSON", () => {
  expect(prefers(new Request("http://localhost"), "text/plain")).toBe(false);
});
