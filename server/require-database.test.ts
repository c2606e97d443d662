import { beforeEach, expect, test } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";
import { requireDatabase } from "./require-database";

const database = ownTestDatabase();

async function connectAs(url: string): Promise<void> {
  await pool().end();
  process.env.DATABASE_URL = url;
  forgetSingletons();
}

beforeEach(() => async () => {
  delete process.env.ALLOW_OWNER_CREDENTIALS;
  await connectAs(database.applicationUrl);
});

test("the service's role is accepted", async () => {
  await expect(requireDatabase()).resolves.toBeUndefined();
});

test("the owner of the audit tables is rejected, unless this is allowed", async () => {
  await connectAs(database.ownerUrl);
  await expect(requireDatabase()).rejects.toThrow(/owns the audit tables.*ALLOW_OWNER_CREDENTIALS=true/);
  process.env.ALLOW_OWNER_CREDENTIALS = "true";
  forgetSingletons();
  await expect(requireDatabase()).resolves.toBeUndefined();
});

test("an unreachable database is named without its password", async () => {
  await connectAs("postgresql://gas:secret@127.0.0.1:1/governance");
  await expect(requireDatabase()).rejects.toThrow(
    /^Cannot use the database 127\.0\.0\.1:1\/governance \(DATABASE_URL\): .*ECONNREFUSED/,
  );
});
