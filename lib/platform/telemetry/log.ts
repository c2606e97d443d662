import pino, { type Logger } from "pino";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { tracesUrl, tracing } from "@/lib/platform/telemetry/tracing";

const redacted = ["authorization", "cookie", "apiKey", "key", "secret", "signingSecret", "password", "token"];

/**
 * The structured log: JSON lines on standard output. Commands log to standard error, because they write their results to
 * standard output. Lines are written in blocks, so they can appear up to a second late, but require no system call per
 * request.
 */
export function log(): Logger {
  return singleton("log", () =>
    pino(
      {
        level: env().LOG_LEVEL,
        base: { service: "governance-audit-service", pid: process.pid },
        timestamp: pino.stdTimeFunctions.isoTime,
        ...(tracesUrl() !== undefined && { mixin: spanIds }),
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
      },
      pino.destination({ dest: singleton("log-output", () => 1), sync: false, minLength: 4096, periodicFlush: 1000 }),
    ),
  );
}

/** Links log lines and spans. */
function spanIds(): object {
  const { traceId, spanId } = tracing()?.active() ?? {};
  return { traceId, spanId };
}
