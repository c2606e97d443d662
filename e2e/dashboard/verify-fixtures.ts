import type { Locator, Page, Request } from "@playwright/test";
import { type SampleService, sampleService } from "@/components/features/verification/testing";
import { fileForm } from "@/components/features/verification/texts";
import { test as base } from "../fixtures";

export { expect } from "../fixtures";

interface TestFixtures {
  /** Replaces the real service: publishes the sample keys and issues what a test defines. */
  service: SampleService;
  verify: VerifyPage;
}

export interface VerifyPage {
  url: string;
  open(): Promise<void>;
  fileInput: Locator;
  /** Chooses a file. */
  give(file: Uint8Array, name?: string): Promise<void>;
  /** Chooses a file and waits for the verdict. */
  check(file: Uint8Array, name?: string): Promise<void>;
  /** The result heading. */
  verdict: Locator;
  step(id: string): Locator;
  requests: Request[];
  /** Warnings and errors of the console. */
  complaints: string[];
}

export const test = base.extend<TestFixtures>({
  service: async ({ sample }, use) => use(sampleService(sample)),

  verify: async ({ page, application, service }, use) => {
    await answerAs(service, page);
    await use(verifyPage(page, `${application.url}/verify`));
  },
});

async function answerAs(service: SampleService, page: Page): Promise<void> {
  await page.route("**/v1/verify/**", async (route) => {
    const response = await service.ask(new URL(route.request().url()).pathname).catch(() => undefined);
    if (!response) return route.abort();
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: await response.text() });
  });
}

export function verifyPage(page: Page, url: string): VerifyPage {
  const requests: Request[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request));
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  const verdict = page.locator("#verdict");
  const fileInput = page.getByLabel(fileForm.packageFilePdf);
  const give = async (file: Uint8Array, name = "package.json") => {
    const mimeType = name.endsWith(".pdf") ? "application/pdf" : "application/json";
    await fileInput.setInputFiles({ name, mimeType, buffer: Buffer.from(file) });
  };
  return {
    url,
    fileInput,
    open: async () => void (await page.goto(url)),
    give,
    check: async (file, name) => {
      await give(file, name);
      await verdict.waitFor();
    },
    verdict,
    step: (id) => page.locator(`[data-step="${id}"]`),
    requests,
    complaints,
  };
}
