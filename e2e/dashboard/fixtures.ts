import type { BrowserContext, Page } from "@playwright/test";
import type { Role } from "@/lib/platform/core/roles";
import { test as base, expect } from "../fixtures";
import { makeMember, type TestMember } from "../support/members";
import type { TestOrganisation } from "../support/organisation";

export { scan, scanBothThemes, scanState } from "../support/accessibility";
export { expect };

interface Fixtures {
  /** Opens a page with a session. Default: a member of `organisation`. */
  signIn(role: Role, of?: TestOrganisation): Promise<{ page: Page; member: TestMember }>;
  /** Console errors and warnings of all pages, which fail the test. A test removes those that it expects. */
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  baseURL: ({ application }, use) => use(application.url),

  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      listen(context, complaints);
      await use(complaints);
      expect(complaints, "console errors and warnings").toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ application, browser, organisation, complaints, contextOptions }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (role, of = organisation) => {
      const member = await makeMember(of.id, role);
      const context = await browser.newContext({ ...contextOptions, baseURL: application.url });
      opened.push(context);
      listen(context, complaints);
      await context.addCookies([{ ...member.cookie, url: application.url, httpOnly: true, sameSite: "Lax" }]);
      return { page: await context.newPage(), member };
    });
    for (const context of opened) await context.close();
  },
});

/** The browser logs failed API requests, which some tests expect. */
const expected = /^Failed to load resource: the server responded with a status of 4\d\d/;

function listen(context: BrowserContext, complaints: string[]): void {
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.page()?.url()})`);
  });
  context.on("weberror", (error) => {
    complaints.push(`exception: ${error.error().stack ?? error.error().message}`);
  });
}
