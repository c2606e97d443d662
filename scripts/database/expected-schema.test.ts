import { expect, test } from "vitest";
import { describeSchema, readExpectedSchema } from "./expected-schema";
import { ownTestDatabase } from "./testing";

const database = ownTestDatabase();

test("the committed description is what the migrations define (npm run db:describe writes it)", async () => {
  expect(await readExpectedSchema()).toBe(await describeSchema(database.ownerUrl));
});
