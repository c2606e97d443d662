import { expect, test } from "vitest";
import { modelTitle } from "./use-models";

test.each([
  ["has its version", { name: "Credit scoring", version: "2026.1", system: false }, "Credit scoring 2026.1"],
  ["can have no version", { name: "Credit scoring", version: null, system: false }, "Credit scoring"],
  [
    "states that the system model has the organisation's events",
    { name: "System", version: null, system: true },
    "Organisation events",
  ],
])("the title of a model %s", (_, model, title) => {
  expect(modelTitle(model)).toBe(title);
});
