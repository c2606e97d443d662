import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/**
 * Debian's packages. The headless shell draws no window, which saves a fifth of the processor time. Without it, the
 * full browser is used.
 */
const ofTheSystem = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of Chromium for tests, screenshots and benchmarks; undefined if it is not installed. */
export function chromiumPath(): string | undefined {
  return [...ofTheSystem, chromium.executablePath()].find((path) => existsSync(path));
}

/** Launch options that leave the processor to the tested pages. As root, Chromium has no sandbox. */
export function chromiumLaunch(): Pick<LaunchOptions, "executablePath" | "args"> {
  const executablePath = chromiumPath();
  return {
    ...(executablePath && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
