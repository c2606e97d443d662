import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { isFullRun } from "./scope";

/** A rule of axe, and the markup that breaks it. */
export type Violation = [rule: string, markup: string[]];

/** The violations that axe finds on a settled page. */
export async function scan(page: Page): Promise<Violation[]> {
  await settled(page);
  return violationsOf(builderOf(page));
}

/**
 * The violations that axe finds in a state of a journey: a dialog, an error, a result. Runs only in a full run: `npm
 * test` scans every page once, in `pages.spec.ts`.
 */
export async function scanState(page: Page): Promise<Violation[]> {
  return isFullRun ? scan(page) : [];
}

/** The violations on a page with light colours, and additional ones with dark colours, which affect only contrast. */
export async function scanBothThemes(page: Page): Promise<Violation[]> {
  await wear(page, "light");
  const light = await scan(page);
  await wear(page, "dark");
  await settled(page);
  return [...light, ...(await violationsOf(builderOf(page).withRules(["color-contrast", "link-in-text-block"])))];
}

/** Waits until lists show the latest results and all transitions have ended. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    return moving.length === 0 && document.querySelector("[data-stale]") === null;
  });
}

/** Changes the preferred colour scheme, and waits for pages that apply it themselves. */
async function wear(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme,
    colorScheme,
  );
}

/** Skips merging frames, for which axe would open an extra page each time. */
function builderOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
}

async function violationsOf(builder: AxeBuilder): Promise<Violation[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
