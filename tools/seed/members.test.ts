import { expect, test } from "vitest";
import { findMemberForSignIn, listMembers, setMemberPassword, verifyPassword } from "@/lib/domains/members";
import { createOrganisation, findOrganisation } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { roles } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "../database/testing";
import { demoMembers, ensureFormerMembers, ensureInvitations, ensureMembers } from "./members";

ownTestDatabase();

test("a second run keeps members and working passwords, and replaces changed passwords", {
  tags: "full",
  timeout: 120_000,
}, async () => {
  const { id } = await createOrganisation({ name: "Northwind Bank", tier: "ENTERPRISE", livemode: true }, systemClock);
  const organisation = await findOrganisation(id);
  if (!organisation) throw new Error("organisation not found");
  const actor = { kind: "system", id: "test" } as const;
  const ctx: Context = { organisation, actor, scopes: new Set(), clock: systemClock, requestId: "req_1" };

  const first = await ensureMembers(organisation, demoMembers.live);
  expect(first.map(({ role }) => role).sort()).toEqual([...roles].sort());
  for (const { email, password } of first) {
    const member = await findMemberForSignIn(email);
    expect(member?.state).toBe("ACTIVE");
    expect(await verifyPassword(member?.passwordHash ?? null, password)).toBe(true);
  }
  await ensureFormerMembers(organisation, demoMembers.live, systemClock);
  await ensureInvitations(organisation, demoMembers.live, systemClock);
  const people = (await listMembers(ctx, { limit: 100 })).data;
  const count = (status: string) => people.filter((one) => one.status === status).length;
  expect([count("ACTIVE"), count("INVITED"), count("DISABLED")]).toEqual([6, 2, 1]);
  expect(people.find(({ role }) => role === "AUDITOR")?.accessExpiresAt).not.toBeNull();

  const [admin, ...others] = first;
  const member = await findMemberForSignIn(admin?.email ?? "");
  await setMemberPassword(ctx, member?.id ?? "", "a different long password");
  const again = await ensureMembers(organisation, demoMembers.live, first);
  expect(again.slice(1)).toEqual(others);
  expect(again[0]?.password).not.toBe(admin?.password);
  expect((await listMembers(ctx, { limit: 100 })).data.map((one) => one.id)).toEqual(people.map((one) => one.id));
});
