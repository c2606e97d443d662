import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { runProgram } from "@/cli/support/program";
import { addMember } from "@/lib/domains/members";
import { createOrganisation, findOrganisation } from "@/lib/domains/organisations";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { withServiceDatabase } from "@/server/database/service-database";
import { accountFilePath, readAccountFile } from "./demo/account-file";
import { type PictureArguments, parseArguments, type State, usage } from "./pictures/arguments";
import { dashboardPages, type PicturedPage, type PictureRole, pictureRoles, publicPages } from "./pictures/pages";
import { chromiumLaunch } from "./testing/chromium";

interface Access {
  role: Role;
  email: string;
  password: string;
}

const heights: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 };
/** Skeletons appear after 300 ms; charts draw themselves. */
const settleMs = 700;
const readsInSeconds = 15_000;

runProgram(async (program) => {
  const wanted = parseArguments(process.argv.slice(2));
  if (wanted === "help") console.log(usage);
  else await withServiceDatabase(program, () => takePictures(wanted));
});

async function takePictures(wanted: PictureArguments): Promise<void> {
  const demo = await readAccountFile(env().DATA_DIR);
  if (!demo?.dashboard) throw new Error(`${accountFilePath(env().DATA_DIR)} tells of no demo. Start it: npm run demo`);
  await mkdir(wanted.out, { recursive: true });
  const browser = await chromium.launch(chromiumLaunch());

  for (const state of wanted.states) {
    const accesses = state === "empty" ? await makeEmptyOrganisation() : demo.dashboard;
    const members = await signInAll(browser, demo.url, accesses);
    const get = async (path: string, role: PictureRole) => (await members[role].request.get(path)).json();
    for (const page of await dashboardPages(get)) await takeAll(members[page.role ?? "ADMIN"], page, state, wanted);
    if (state !== "data") continue;
    const stranger = await browser.newContext({ baseURL: demo.url });
    for (const page of publicPages) await takeAll(stranger, page, state, wanted);
  }
  await browser.close();
}

async function takeAll(
  context: BrowserContext,
  { name, path }: PicturedPage,
  state: State,
  { out, page: part, themes, widths }: PictureArguments,
): Promise<void> {
  if (!name.includes(part)) return;
  for (const colorScheme of themes) {
    for (const width of widths) {
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: heights[width] ?? 900 });
      await hinder(page, state);
      await page.goto(path);
      if (state !== "loading") await page.waitForLoadState("networkidle", { timeout: readsInSeconds }).catch(() => {});
      await setTimeout(settleMs);
      const file = `${name}-${state}-${colorScheme}-${width}.png`;
      await page.screenshot({ path: join(out, file), fullPage: true });
      console.log(file);
      await page.close();
    }
  }
}

/** Keeps the answers of the API from the page, or has all refused. */
async function hinder(page: Page, state: State): Promise<void> {
  if (state === "loading") await page.route("**/v1/**", () => undefined);
  if (state !== "failing") return;
  const refusal = { error: "unavailable", message: "The service cannot answer now.", requestId: newId("request") };
  await page.route("**/v1/**", (route) => route.fulfill({ status: 503, json: refusal }));
}

async function signInAll(browser: Browser, url: string, accesses: Access[]) {
  const of = (role: PictureRole) => {
    const access = accesses.find((one) => one.role === role);
    if (!access) throw new Error(`the demo has no member of the role ${role}`);
    return signIn(browser, url, access);
  };
  return { ADMIN: await of("ADMIN"), APPROVER: await of("APPROVER") } satisfies Record<PictureRole, BrowserContext>;
}

async function signIn(browser: Browser, baseURL: string, { email, password }: Access): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.close();
  return context;
}

/** An organisation that has nothing yet but two members. */
async function makeEmptyOrganisation(): Promise<Access[]> {
  const created = await createOrganisation(
    { name: "Contoso Insurance", tier: "PROFESSIONAL", livemode: true },
    systemClock,
  );
  const organisation = await findOrganisation(created.id);
  if (!organisation) throw new Error("the organisation is not there after it was made");
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "pictures" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
  const accesses: Access[] = [];
  for (const role of pictureRoles) {
    const access = { role, email: `${newId("member")}@example.com`, password: newId("session") };
    await addMember(ctx, { email: access.email, name: "Nora New", role }, access.password);
    accesses.push(access);
  }
  return accesses;
}
