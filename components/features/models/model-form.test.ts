import { expect, test } from "vitest";
import { entriesOf, formOf, type ModelForm, toRegistration, toUpdate } from "@/components/features/models/model-form";
import { differencesBetween, rebase } from "@/components/ui/forms/use-versioned-form";
import type { Model } from "@/lib/domains/models/schemas";

const model: Model = {
  id: "mdl_1",
  organisationId: "org_1",
  name: "Credit scoring",
  version: "2026.1",
  provider: null,
  riskTier: "HIGH",
  ownerEmail: null,
  description: null,
  allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk", "Finance"] }],
  archived: false,
  system: false,
  createdAt: "2026-01-15T10:00:00.000Z",
  updatedAt: "2026-01-15T10:00:00.000Z",
};

const empty: ModelForm = formOf(undefined, "");

test("saving an unchanged model sends the same values", () => {
  const { name, version, provider, riskTier, ownerEmail, description, allowedEndpoints } = model;
  const unchanged = { name, version, provider, riskTier, ownerEmail, description, allowedEndpoints };
  expect(toUpdate(formOf(model, "owner@example.com"))).toEqual({ ...unchanged, ownerEmail: "owner@example.com" });
  expect(toUpdate(formOf({ ...model, ownerEmail: "ada@example.com" }, ""))).toMatchObject({
    ownerEmail: "ada@example.com",
  });
});

test("emptied fields are cleared, and empty fields of a new model are not sent", () => {
  expect(toUpdate({ ...formOf(model, ""), version: " " })).toMatchObject({ version: null });
  expect(toRegistration({ ...empty, name: "Fraud" })).toEqual({ name: "Fraud", allowedEndpoints: [] });
});

test("lists are comma-separated, without empty entries", () => {
  const allowedEndpoints = [{ host: " *.example.com ", departments: "Risk,, Finance ,", ipRanges: "" }];
  expect(toRegistration({ ...empty, name: "Fraud", allowedEndpoints }).allowedEndpoints).toEqual([
    { host: "*.example.com", departments: ["Risk", "Finance"] },
  ]);
});

test("a rebase keeps the edited fields and takes over the other changes", () => {
  const before = formOf(model, "");
  const now = formOf({ ...model, provider: "openai", riskTier: "LOW" }, "");
  const mine = rebase({ ...before, riskTier: "CRITICAL", allowedEndpoints: [] }, before, now);
  expect(mine).toEqual({ ...now, riskTier: "CRITICAL", allowedEndpoints: [] });
  expect(differencesBetween(entriesOf, mine, now)).toEqual({
    mine: [
      ["Risk tier", "Critical"],
      ["Allowed hosts", ""],
    ],
    theirs: [
      ["Risk tier", "Low"],
      ["Allowed hosts", "api.openai.com, Risk, Finance"],
    ],
  });
});
