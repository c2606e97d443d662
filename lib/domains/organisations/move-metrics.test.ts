import { expect, test } from "vitest";
import { readMoveFigures } from "@/lib/domains/organisations/move-metrics";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

test("reports the age of the oldest move in each unfinished state", async () => {
  expect(await readMoveFigures()).toEqual({ closing: 0, stopped: 0, arriving: 0 });
  await pool().query(
    `INSERT INTO organisation_moves (organisation_id, state, address, changed_at)
     SELECT 'org_' || place, state, 'https://eu.example.com', now() - age * interval '1 hour'
     FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS move (state, age, place)`,
    [
      ["STOPPED", "STOPPED", "ARRIVING", "MOVED"],
      [1, 2, 3, 9],
    ],
  );
  const { closing, stopped, arriving } = await readMoveFigures();
  expect([closing, Math.floor(stopped / 3600), Math.floor(arriving / 3600)]).toEqual([0, 2, 3]);
});
