import { expect, test } from "vitest";
import { errorAt, numberOf } from "./fields";

const errors = { name: "No name.", "models[1].match": "No match.", "departments.0.ranges[2]": "No range." };

test.each([
  [["name"], "No name."],
  [["models", 1, "match"], "No match."],
  [["models", 0, "match"], undefined],
  [["models", 1, "modelId"], undefined],
  [["departments", 0, "ranges"], "No range."],
  [["departments", 0], "No range."],
])("the error at %j is %j", (path, message) => {
  expect(errorAt(errors, ...path)).toBe(message);
});

test.each([
  ["0.6", 0.6],
  ["-1", -1],
  [12, 12],
  ["0,6", "0,6"],
  ["1 day", "1 day"],
  ["-", "-"],
  ["", ""],
])("the field text %j is sent as %j", (text, sent) => {
  expect(numberOf(text)).toBe(sent);
});
