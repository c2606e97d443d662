import { expect, test } from "vitest";
import { ownTestDatabase } from "@/tools/database/testing";
import { describeSchema, readExpectedSchema } from "./expected-schema";

const database = ownTestDatabase();

test("the committed description matches the migrations (npm run db:describe writes it)", async () => {
  expect(await readExpectedSchema()).toBe(await describeSchema(database.ownerUrl));
});
