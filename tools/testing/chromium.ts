import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Debian's. The shell has no window to draw, which saves a fifth of the processor time; without it the whole browser does. */
const ofTheSystem = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The Chromium for tests, pictures and benchmarks, or undefined if none is installed. */
export function chromiumPath(): string | undefined {
  return [...ofTheSystem, chromium.executablePath()].find((path) => existsSync(path));
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
