import { expect, test } from "vitest";
import { hashPassword, problemOf, verifyPassword } from "@/lib/domains/members/passwords";
import { NewPassword } from "@/lib/domains/members/schemas";

const owner = { email: "ada.lovelace@example.com", organisationName: "Northwind Bank Ltd." };

test.for([
  ["a heron fishes in the shallows"],
  ["correct battery staple horse"],
  ["пароль-который-никто-не-знает"],
  ["aaaaaaaaaaab"],
  ["Northwind Bank opens at nine"],
  ["k7#Qz!p0vR2m"],
  ["482915730264"],
])("accepts %j, because there are no rules about kinds of characters", ([password = ""]) => {
  expect(problemOf(password, owner)).toBeUndefined();
});

test.for([
  ["ada.lovelace@example.com", "must not be the e-mail address"],
  ["ADA.Lovelace@Example.com1!", "must not be the e-mail address"],
  ["ada.lovelace", "must not be the e-mail address"],
  ["Ada.Lovelace2026", "must not be the e-mail address"],
  ["Governance Audit Service", "must not be the name of the service"],
  ["governance-audit-service!", "must not be the name of the service"],
  ["northwind bank ltd", "must not be the name of the organisation"],
  ["NorthwindBankLtd.2026", "must not be the name of the organisation"],
  ["password1234", "is a common password"],
  ["Password!!!!", "is a common password"],
  ["p@ssw0rd2026!", "is a common password"],
  ["qwertyuiop123", "is a common password"],
  ["iloveyou1234", "is a common password"],
  ["correct horse battery staple", "is a common password"],
  ["        a        ", "is a common password"],
  ["            ", "is a common password"],
  ["111111111111", "is a common password"],
  ["123456789012", "is a common password"],
  ["abcdefghijklmn", "is a common password"],
  ["zzzzzzzzzzzzzz", "is a common password"],
  ["ｐａｓｓｗｏｒｄ１２３４", "is a common password"],
])("rejects %j, because it %s", ([password = "", problem = ""]) => {
  expect(problemOf(password, owner)).toContain(problem);
});

test.for([
  ["", false],
  ["eleven char", false],
  ["twelve chars", true],
  ["x".repeat(128), true],
  ["x".repeat(129), false],
  ["\u{1f600}".repeat(12), true],
  ["\u{1f600}".repeat(6), false],
  [" ".repeat(12), true],
] as const)("the length of %j is valid: %s", ([password, ok]) => {
  expect(NewPassword.safeParse(password).success).toBe(ok);
});

test("password hashes have unique salts, match any Unicode composition and cover the entire password", async () => {
  const password = "un café à la crème";
  const [one, other] = [await hashPassword(password), await hashPassword(password)];
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, password.normalize("NFD"))).toBe(true);
  expect(await verifyPassword(one, `${password} `)).toBe(false);
  const long = await hashPassword("x".repeat(128));
  expect(await verifyPassword(long, "x".repeat(127))).toBe(false);
  expect(await verifyPassword(long, "x".repeat(5_000))).toBe(false);
});

test("verification without a stored hash fails and takes as long as with one", async () => {
  const stored = await hashPassword("a heron fishes in the shallows");
  const time = async (hash: string | null) => {
    const start = performance.now();
    for (let i = 0; i < 5; i++) expect(await verifyPassword(hash, "something else again")).toBe(false);
    return performance.now() - start;
  };
  await time(null);
  const [known, unknown] = [await time(stored), await time(null)];
  expect(unknown).toBeGreaterThan(known / 4);
});
