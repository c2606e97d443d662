import { expect, it } from "vitest";
import { isRepeatable } from "./adapter";

const index = 'CREATE UNIQUE INDEX CONCURRENTLY "notes_key" ON "notes" ("body")';

it.each([
  ["a transaction", "CREATE TABLE one (); CREATE TABLE other ();", true],
  ["an index without blocking writes", `-- A comment; and more.\n${index};\n-- Another.\n`, true],
  ["an index in several lines", index.replace(" ON", "\n  ON"), true],
  ["an index and another statement", `${index};\nCREATE TABLE other ();`, false],
  ["an index after another transaction", `CREATE TABLE one ();\nCOMMIT;\n${index};`, false],
  ["an index in a comment", `-- ${index}\nVACUUM;`, false],
])("a script with %s can be repeated, or cannot", (_name, script, can) => {
  expect(isRepeatable(script)).toBe(can);
});
