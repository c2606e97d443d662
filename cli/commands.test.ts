import { beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { ownTestDatabase } from "@/tools/database/testing";
import { command as changeLimits } from "./change-limits";
import { commands } from "./commands";
import { command as createKey } from "./create-key";
import { command as createMember } from "./create-member";
import { command as createOrganisation } from "./create-organisation";
import { command as mail } from "./mail";
import { execute } from "./support/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
process.env.SERVER_SECRET = "x".repeat(40);

let organisation: string[];
beforeAll(async () => {
  const argv = ["--name", "Test", "--tier", "ENTERPRISE", "--owner-email", "owner@example.com", "--sandbox"];
  const { status, out } = await execute(createOrganisation, argv);
  expect(status).toBe(0);
  organisation = ["--organisation", out.trim()];
});

const ada = ["--email", "Ada@Example.com", "--name", "Ada Analyst", "--role", "ADMIN"];
const future = "2999-01-01T00:00:00Z";
const past = "2020-01-01T00:00:00Z";

test("creates an API key, and writes only the key to standard output", async () => {
  const argv = [...organisation, "--scopes", "audit:read, audit:write", "--name", "CI", "--expires-at", future];
  const { status, out, err } = await execute(createKey, argv);
  expect([status, out]).toEqual([0, expect.stringMatching(/^gas_test_\w+\n$/)]);
  expect(err).toMatch(
    /^Created API key key_\w+, "CI", for Test \(org_\w+\)\. It expires at 2999-01-01T00:00:00\.000Z\.\n/,
  );
  const all = await execute(createKey, [...organisation, "--scopes", "all"]);
  expect(all).toMatchObject({ status: 0, err: expect.stringContaining('"Command line"') });
});

test("adds a member with a password from standard input", async () => {
  const argv = [...organisation, ...ada, "--access-expires-at", future, "--password-stdin"];
  const { status, out, err } = await execute(createMember, argv, "kestrel-marble-74-window\n");
  expect({ status, out }).toEqual({ status: 0, out: "" });
  expect(err).toMatch(/^Added ada@example\.com \(usr_\w+, ADMIN\) to Test \(org_\w+\)\.\n$/);
  expect(await execute(createMember, [...organisation, ...ada])).toMatchObject({
    status: 2,
    err: "--email: this address already belongs to a member.\n",
  });
});

test("invites a member, prints the link, and lists the e-mail with it", async () => {
  const argv = [...organisation, "--email", "ben@example.com", "--name", "Ben", "--role", "VIEWER"];
  const { status, out, err } = await execute(createMember, argv);
  expect([status, out, err]).toEqual([0, expect.stringMatching(/^http\S+\n$/), expect.stringMatching(/^Invited ben@/)]);
  const list = await execute(mail, [...organisation, "--limit", "5"]);
  expect(list.out).toContain("ben@example.com");
  const shown = await execute(mail, [list.out.split(" ")[0] ?? ""]);
  expect(shown.out).toMatch(/^To: ben@example\.com\nSubject: /);
  expect(shown.out).toContain(out.trim());
  expect(await execute(mail, ["mail_none"])).toMatchObject({ status: 1, err: expect.stringContaining("not found") });
});

test("changes the rate limits of an organisation, and prints them", async () => {
  const argv = ["--limit", "audit.write=120000", "--limit", "audit.list=5", "--tier", "PROFESSIONAL"];
  const changed = await execute(changeLimits, [...organisation, ...argv]);
  expect(changed).toMatchObject({ status: 0, err: "" });
  expect(changed.out).toMatch(/^org_\w+ {2}Test, PROFESSIONAL\n/);
  expect(changed.out).toMatch(/^audit\.write +120000 {2}\(tier: 1000\)$/m);
  expect(await execute(changeLimits, organisation)).toEqual(changed);
  const reset = ["--limit", "audit.write=tier", "--limit", "audit.list=tier", "--tier", "ENTERPRISE"];
  expect((await execute(changeLimits, [...organisation, ...reset])).out).not.toContain("(tier:");
});

test.each([
  ["keys:create", createKey],
  ["members:create", createMember],
])("%s lists the organisations when --organisation is missing or unknown", async (_name, command) => {
  const flags = command === createKey ? ["--scopes", "all"] : ada;
  for (const argv of [flags, ["--organisation", "org_none", ...flags]]) {
    const { status, out, err } = await execute(command, argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/^--organisation.*Choose one of:\n {2}org_\w+ {2}Test \(ENTERPRISE, sandbox\)/);
  }
});

const key = (...argv: string[]) => [createKey, ["--organisation", "org_1", ...argv]] as const;
const member = (...argv: string[]) => [createMember, ["--organisation", "org_1", ...argv]] as const;

test.each([
  [...key(), /^--scopes is required/],
  [...key("--scopes", "root"), /^--scopes: unknown scope "root"/],
  [...key("--scopes", "admin,"), /^--scopes: unknown scope ""/],
  [...key("--scopes", "admin,admin"), /^--scopes: must not contain duplicates/],
  [...key("--scopes"), /^--scopes requires a value/],
  [...key("--scope", "admin"), /^Unknown flag: --scope\./],
  [...key("--scopes", "all", "--name", "x".repeat(101)), /^--name: /],
  [...key("--scopes", "all", "--expires-at", "tomorrow"), /^--expires-at: must be an RFC 3339/],
  [...key("--scopes", "all", "--expires-at", past), /^--expires-at: must be in the future/],
  [...key("--scopes", "all", "org_1"), /^Unexpected argument: org_1/],
  [...member(), /^--email is required/],
  [...member("--email", "ada@example.com"), /^--name is required/],
  [...member("--email", "ada@example.com", "--name", "Ada"), /^--role is required/],
  [...member("--email", "ada", "--name", "Ada", "--role", "ADMIN"), /^--email: must be an e-mail address/],
  [...member("--email", "ada@example.com", "--name", "Ada", "--role", "admin"), /^--role: /],
  [...member(...ada, "--access-expires-at", past), /^--access-expires-at: must be in the future/],
  [...member(...ada, "--password", "secret"), /^Unknown flag: --password\./],
  [...member(...ada, "--password-stdin"), /^--password-stdin: the password /],
  [createOrganisation, ["--tier", "ENTERPRISE"], /^--name is required/],
  [createOrganisation, ["--name", "A", "--tier", "GOLD"], /^--tier: /],
  [
    createOrganisation,
    ["--name", "A", "--tier", "ENTERPRISE", "--evidence-retention-days", "1.5"],
    /^--evidence-retention-days: /,
  ],
  [changeLimits, ["--limit", "audit.write"], /^--limit must look like audit\.write=50000 or audit\.write=tier, not /],
  [changeLimits, ["--limit", "audit.write=0"], /^--limit must look like/],
  [changeLimits, ["--limit", "audit.write=9999999999"], /^--limits: audit\.write /],
  [changeLimits, ["--limit", "audit.lists=5"], /^--limit: unknown endpoint class "audit\.lists"\. Use audit\.list, /],
  [changeLimits, ["--tier", "GOLD"], /^--tier: /],
  [mail, ["--limit", "0"], /^--limit must be/],
  [mail, ["--limit", "1001"], /^--limit must be/],
  [mail, ["--limit", "ten"], /^--limit must be/],
  [mail, ["--html", "a.html"], /^--html requires an ID/],
  [mail, ["mail_1", "--limit", "3"], /filter the list/],
  [mail, ["mail_1", "mail_2"], /^Unexpected argument: mail_2/],
] as const)("invalid usage %# exits with 2 and names the mistake", async (command, argv, message) => {
  const { status, err } = await execute(command, [...argv]);
  expect([status, err]).toEqual([2, expect.stringMatching(message)]);
});

test.each(Object.entries(commands))("%s --help shows its usage", async (name, [, load]) => {
  const { command } = await load();
  const { status, out } = await execute(command, ["--help"]);
  expect([status, out]).toEqual([0, expect.stringContaining(`Usage: npm run ${name}`)]);
});
