import { expect, test } from "vitest";
import { byDay } from "@/components/features/notifications/by-day";

test("items are grouped by the day in the time zone, in their order", () => {
  const items = ["2026-01-15T23:30:00.000Z", "2026-01-15T22:30:00.000Z", "2026-01-14T10:00:00.000Z"].map(
    (createdAt, n) => ({ createdAt, n }),
  );
  const groups = (timeZone: string) =>
    byDay(items, timeZone).map(({ name, items: of }) => [name, of.map(({ n }) => n)]);
  expect(groups("UTC")).toEqual([
    ["15 Jan 2026", [0, 1]],
    ["14 Jan 2026", [2]],
  ]);
  expect(groups("Europe/Berlin")).toEqual([
    ["16 Jan 2026", [0]],
    ["15 Jan 2026", [1]],
    ["14 Jan 2026", [2]],
  ]);
});
