import { expect, it } from "vitest";
import { migrationFolderName } from "./migration-name";

const now = new Date("2026-11-20T22:05:09.123Z");

it("names a migration by the time in UTC", () => {
  expect(migrationFolderName("add_models", now, [])).toBe("20261120220509_add_models");
});

it("sorts a migration after the existing ones, regardless of the clock", () => {
  const existing = ["migration_lock.toml", "20270101000000_future"];
  expect(migrationFolderName("add_models", now, existing)).toBe("20270101000001_add_models");
});

it.each(["", "Add", "add-models", "../add", "_add"])("rejects the name %j", (name) => {
  expect(() => migrationFolderName(name, now, [])).toThrow("--name must be");
});
