import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { isFullRun } from "./scope";

/** A rule of axe, and the markup that breaks it. */
export type Violation = [rule: string, markup: string[]];

/** What axe finds on a page, once it has settled. */
export async function scan(page: Page): Promise<Violation[]> {
  await settled(page);
  return violationsOf(builderOf(page));
}

/**
 * What axe finds in a state that a journey reaches: a dialog, an error, a result. Only in a full run: `npm test` scans every
 * page once, in `pages.spec.ts`.
 */
export async function scanState(page: Page): Promise<Violation[]> {
  return isFullRun ? scan(page) : [];
}

/** What axe finds on a page in light colours, and what dark ones add to it: they change nothing but contrasts. */
export async function scanBothThemes(page: Page): Promise<Violation[]> {
  await wear(page, "light");
  const light = await scan(page);
  await wear(page, "dark");
  await settled(page);
  return [...light, ...(await violationsOf(builderOf(page).withRules(["color-contrast", "link-in-text-block"])))];
}

/** Lists show what was last asked for, before which they are pale on purpose, and no colour is on its way to another. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    return moving.length === 0 && document.querySelector("[data-stale]") === null;
  });
}

/** Changes the colours that the reader's system asks for, and waits for pages that put them on themselves. */
async function wear(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme,
    colorScheme,
  );
}

/** Without frames there is nothing to put together, for which axe would open a page of its own each time. */
function builderOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
}

async function violationsOf(builder: AxeBuilder): Promise<Violation[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
