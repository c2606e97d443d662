import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChainBanner, changeText } from "@/components/features/overview/chain-banner";
import { type Session, SessionProvider } from "@/components/ui/page/session";
import type { Overview } from "@/lib/domains/overview/schemas";
import { exampleOverview } from "@/lib/domains/overview/schemas-examples";
import { type Role, rolePermissions } from "@/lib/platform/core/roles";

test.each([
  [3, 3, "as many as in the previous 7 days"],
  [15, 3, "12 more than in the previous 7 days"],
  [3, 6, "3 fewer than in the previous 7 days"],
  [2001, 1, "2,000 more than in the previous 7 days"],
  [2000, 0, null],
])("%i after %i is %s", (now, before, text) => {
  expect(changeText(now, before, "7 days")).toBe(text);
});

function banner(role: Role, given: Partial<Overview["chain"]>): string {
  const session = { permissions: [...rolePermissions[role]] } as Partial<Session> as Session;
  return renderToStaticMarkup(
    <MantineProvider>
      <SessionProvider session={session}>
        <ChainBanner chain={{ ...exampleOverview.chain, verifiedTo: 100, ...given }} />
      </SessionProvider>
    </MantineProvider>,
  );
}

const none = "Not cosigned by an independent witness.";

test("an intact chain without cosignatures is stated, and administrators can set up a witness", () => {
  const seen = banner("ADMIN", { cosignedTo: null });
  expect(seen).toContain("The chain is intact through #100");
  expect(seen).toContain(none);
  expect(seen).toContain('href="/docs/witness"');
  expect(banner("VIEWER", { cosignedTo: null })).toContain(none);
  expect(banner("VIEWER", { cosignedTo: null })).not.toContain("/docs/witness");
});

test("witnesses are mentioned only if they have not cosigned all verified events", () => {
  expect(banner("ADMIN", { cosignedTo: 99 })).toContain("Witnesses have cosigned the chain through #99.");
  expect(banner("ADMIN", { cosignedTo: 100 })).not.toMatch(/witness/i);
  expect(banner("ADMIN", { cosignedTo: null, state: "UNABLE" })).not.toMatch(/witness/i);
});
