import { expect, test } from "vitest";
import { rulesOf, sayingsOf, toSettings } from "@/components/features/shadow-ai/rules/rules-form-values";
import { differencesBetween, rebase } from "@/components/ui/forms/use-versioned-form";
import { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";

const settings = SettingsDocument.parse({
  departments: [{ name: "Risk", ranges: ["10.20.0.0/16", "2001:db8::/32"], sensitivity: 7 }],
  officeHours: { timeZone: "Europe/London", weekdays: [7] },
  allowedJurisdictions: ["GB", "FR"],
  slaDays: { HIGH: 3 },
});

test("rules that were opened and saved as they are stay what they were, also what the form does not show", () => {
  expect(toSettings(rulesOf(settings))).toEqual(settings);
});

test("lists are written with commas, in any case", () => {
  const changed = toSettings({ ...rulesOf(settings), allowedJurisdictions: " de,, at " });
  expect(changed.allowedJurisdictions).toEqual(["DE", "AT"]);
});

test("what somebody else changed meanwhile is taken over, what was changed in the form stays", () => {
  const before = rulesOf(settings);
  const form = { ...before, opening: { ...before.opening, apiCalls: 9 }, departments: [] };
  const now = { ...before, opening: { ...before.opening, apiCalls: 2, webCalls: 20 }, exceptionMaxDays: 30 };
  expect(rebase(form, before, now)).toEqual({
    ...now,
    opening: { ...before.opening, apiCalls: 9, webCalls: 20 },
    departments: [],
  });
});

test("of two versions of the rules only what differs is told, on both sides in the same order", () => {
  const theirs = { ...rulesOf(settings), departments: [] };
  expect(differencesBetween(sayingsOf, theirs, theirs)).toEqual({ mine: [], theirs: [] });
  const mine = {
    ...theirs,
    exceptionMaxDays: 30,
    departments: [{ name: "Risk", ranges: "10.20.0.0/16", sensitivity: 7 }],
  };
  expect(differencesBetween(sayingsOf, mine, theirs)).toEqual({
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
