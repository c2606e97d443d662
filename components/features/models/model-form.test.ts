import { expect, test } from "vitest";
import { formOf, type ModelForm, toRegistration, toUpdate } from "@/components/features/models/model-form";
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
