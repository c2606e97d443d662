import { expect, test } from "vitest";
import { entriesOf, formOf, toSettings } from "@/components/features/shadow-ai/settings/settings-form";
import { differencesBetween, rebase } from "@/components/ui/forms/use-versioned-form";
import { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";

const settings = SettingsDocument.parse({
  departments: [{ name: "Risk", ranges: ["10.20.0.0/16", "2001:db8::/32"], sensitivity: 7 }],
  officeHours: { timeZone: "Europe/London", weekdays: [7] },
  allowedJurisdictions: ["GB", "FR"],
  slaDays: { HIGH: 3 },
});
const form = formOf(settings);

test("saving an unchanged form sends the same settings, including members that it does not show", () => {
  expect(toSettings(form)).toEqual(settings);
});

test("country codes are comma-separated and case-insensitive", () => {
  expect(toSettings({ ...form, allowedJurisdictions: " de,, at " }).allowedJurisdictions).toEqual(["DE", "AT"]);
});

test("a rebase keeps the edited fields and applies the other changes", () => {
  const edited = { ...form, opening: { ...form.opening, apiCalls: 9 }, departments: [] };
  const current = { ...form, opening: { ...form.opening, apiCalls: 2, webCalls: 20 }, exceptionMaxDays: 30 };
  expect(rebase(edited, form, current)).toEqual({
    ...current,
    opening: { ...form.opening, apiCalls: 9, webCalls: 20 },
    departments: [],
  });
});

test("a conflict shows only the differing fields, in the same order on both sides", () => {
  const theirs = { ...form, departments: [] };
  expect(differencesBetween(entriesOf, theirs, theirs)).toEqual({ mine: [], theirs: [] });
  const departments = [{ name: "Risk", ranges: "10.20.0.0/16", sensitivity: 7 }];
  expect(differencesBetween(entriesOf, { ...theirs, exceptionMaxDays: 30, departments }, theirs)).toEqual({
    mine: [
      ["Maximum exception duration (days)", "30"],
      ["Departments", "Risk (10.20.0.0/16; 7)"],
    ],
    theirs: [
      ["Maximum exception duration (days)", "365"],
      ["Departments", ""],
    ],
  });
});
