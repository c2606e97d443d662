import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/platform/telemetry/log";

/** Redirects Next's console output to the log, as JSON lines. */
export function sendConsoleToLog(): void {
  const entry = (values: unknown[]) => stripVTControlCharacters(format(...values)).trim();
  console.log = (...values: unknown[]) => log().info(entry(values));
  console.info = console.log;
  console.warn = (...values: unknown[]) => log().warn(entry(values));
  console.error = (...values: unknown[]) => log().error(entry(values));
}
