import { expect, test } from "vitest";
import { rulesOf } from "@/components/shadow-ai/rules/rules-form-values";
import { differencesOf } from "@/components/shadow-ai/rules/rules-words";
import { defaultSettings } from "@/lib/shadow-ai/schemas-settings";

test("of two versions of the rules only what differs is told, on both sides in the same order", () => {
  const theirs = rulesOf(defaultSettings);
  expect(differencesOf(theirs, theirs)).toEqual({ mine: [], theirs: [] });
  const mine = {
    ...theirs,
    exceptionMaxDays: 30,
    departments: [{ name: "Risk", ranges: "10.20.0.0/16", sensitivity: 7 }],
  };
  expect(differencesOf(mine, theirs)).toEqual({
    mine: [
      ["Days that an exception may last", "30"],
      ["Departments", "Risk (10.20.0.0/16; 7)"],
    ],
    theirs: [
      ["Days that an exception may last", "365"],
      ["Departments", ""],
    ],
  });
});
