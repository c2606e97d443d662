import { expect, test } from "vitest";
import {
  type ErrorCode,
  errorTable,
  idempotencyKeyReused,
  modelNotRegistered,
  notFound,
  ServiceError,
  unavailable,
  validationFailed,
} from "@/lib/platform/core/errors";

test.each<[ErrorCode, number]>([
  ["validation_failed", 400],
  ["invalid_json", 400],
  ["invalid_cursor", 400],
  ["unauthorized", 401],
  ["insufficient_scope", 403],
  ["origin_mismatch", 403],
  ["not_found", 404],
  ["method_not_allowed", 405],
  ["invalid_transition", 409],
  ["idempotency_in_progress", 409],
  ["conflict", 409],
  ["precondition_failed", 412],
  ["payload_too_large", 413],
  ["unsupported_media_type", 415],
  ["range_not_satisfiable", 416],
  ["model_not_registered", 422],
  ["idempotency_key_reused", 422],
  ["rate_limited", 429],
  ["internal_error", 500],
  ["unavailable", 503],
])("the code %s has the status %i", (code, status) => {
  expect(new ServiceError(code, "No.").status).toBe(status);
});

test("every code is a status of an error with a title", () => {
  for (const { status, title } of Object.values(errorTable)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).not.toBe("");
  }
});

test("words of the domain are errors that carry what their answer needs", () => {
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
      { path: "tags", message: "must not repeat a tag" },
    ],
    "The request has 2 problems; each is listed in details.",
  ],
])("a failed validation lists its problems and says one of them, or how many", (details, message) => {
  expect(validationFailed(details)).toMatchObject({ code: "validation_failed", message, details });
});
