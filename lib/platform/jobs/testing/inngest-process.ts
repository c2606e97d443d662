import { readFileSync, writeFileSync } from "node:fs";
import type { RegisteredFunction } from "@/lib/platform/jobs/testing/inngest-calls";
import { startInngestServer } from "@/lib/platform/jobs/testing/inngest-server";

/**
 * The simulated Inngest server as a process that tests can kill: `inngest-process.ts <port> <file>`. Like a real server,
 * it keeps the registration, which it stores in the file, and starts functions that are scheduled every minute. Like a
 * real server without Redis, it loses its events and runs when it is killed.
 */
const [port = "0", file = ""] = process.argv.slice(2);
const retryMs = 10_000;
const everyMinute = "* * * * *";
const minuteMs = 60_000;

let functions = read();
const server = await startInngestServer({
  port: Number(port),
  retryMs,
  registered: functions,
  onRegistration(registered) {
    functions = registered;
    writeFileSync(file, JSON.stringify(registered));
  },
});
setTimeout(tick, minuteMs - (Date.now() % minuteMs));

function tick(): void {
  setTimeout(tick, minuteMs - (Date.now() % minuteMs));
  for (const { id, triggers } of functions) if (triggers.some(({ cron }) => cron === everyMinute)) server.tick(id);
}

function read(): RegisteredFunction[] {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}
