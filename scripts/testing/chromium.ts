import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Debian's: the whole browser. The one without a window paints less often, and pages that wait for it stand still. */
const ofTheSystem = "/usr/bin/chromium";

/** The Chromium that tests, pictures and benchmarks run, or undefined where there is none. */
export function chromiumPath(): string | undefined {
  return [ofTheSystem, chromium.executablePath()].find((path) => existsSync(path));
}

/** How it is started, so that nothing but the pages under test takes the processor. Root has no sandbox. */
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
