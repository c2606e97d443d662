import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  errorTable,
  idempotencyKeyReused,
  modelNotRegistered,
  notFound,
  unavailable,
  validationFailed,
} from "@/lib/platform/core/errors";

test("domain errors contain the details of their response", () => {
  expect(notFound("audit event")).toMatchObject({
    code: "not_found",
    message: "No such audit event in this organisation.",
  });
  expect(unavailable("Busy.", 7)).toMatchObject({ code: "unavailable", headers: { "Retry-After": "7" } });
  expect(unavailable("Busy.").headers).toEqual({ "Retry-After": "1" });
  expect(modelNotRegistered("mdl_1")).toMatchObject({
    code: "model_not_registered",
    message: expect.stringContaining("mdl_1"),
    details: [{ path: "modelId", message: "is not registered" }],
  });
  expect(idempotencyKeyReused()).toMatchObject({ code: "idempotency_key_reused" });
  expect(notFound("x")).toBeInstanceOf(Error);
});

test.each([
  [[{ path: "name", message: "is required" }], "name: is required"],
  [
    [
      { path: "name", message: "is required" },
      { path: "tags", message: "must not contain duplicates" },
    ],
    "The request has 2 problems; each is listed in details.",
  ],
])("a failed validation lists its problems, and its message has one of them or their number", (details, message) => {
  expect(validationFailed(details)).toMatchObject({ code: "validation_failed", message, details });
});

test("docs/errors.md has the cause and the fix of every code, with its status, in the order of the table", () => {
  const rows = readFileSync("docs/errors.md", "utf8").matchAll(/^\| (\d{3}) \| `(\w+)` \| .+\. \| .+\. \|$/gm);
  const documented = [...rows].map(([, status, code]) => [code, Number(status)]);
  expect(documented).toEqual(Object.entries(errorTable).map(([code, { status }]) => [code, status]));
});
