import fc from "fast-check";
import { expect, test } from "vitest";
import { packageStatuses } from "@/lib/domains/evidence/enums";
import { mayBecome, statusAt } from "@/lib/domains/evidence/packages";

const transitions = ["GENERATING READY", "GENERATING FAILED", "READY EXPIRED"];

test("a package changes its status only along the documented transitions", () => {
  const found = packageStatuses.flatMap((from) =>
    packageStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(found).toEqual(transitions);
});

test("a READY package is EXPIRED from its expiry time on unless it is held, and other statuses never change", () => {
  fc.assert(
    fc.property(fc.constantFrom(...packageStatuses), fc.nat(), fc.nat(), (status, expiry, now) => {
      const shown = statusAt({ status, expiresAt: new Date(expiry) }, now, false);
      expect(shown).toBe(status === "READY" && now >= expiry ? "EXPIRED" : status);
      expect(statusAt({ status, expiresAt: new Date(expiry) }, now, true)).toBe(status);
      expect(statusAt({ status, expiresAt: null }, now, false)).toBe(status);
    }),
  );
});
