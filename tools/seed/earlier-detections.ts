import type { Organisation } from "@/lib/domains/organisations/schemas";
import {
  analyseUses,
  approveException,
  importLog,
  listDetections,
  listExceptions,
  requestException,
  updateDetection,
} from "@/lib/domains/shadow-ai";
import { ListDetections, type ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { RequestException, UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";
import { addressOf, memberWith } from "./members";
import { contextOf, dayMs, demoContext, hourMs, type Step } from "./timeline";

/** A use in the head office's proxy log, and its resolution. */
interface EarlierUse {
  weeksAgo: number;
  host: string;
  /** An address in a department's range. */
  client: string;
  calls: number;
  bytesOut: number;
  userAgent: string;
  /**
   * The resolution, and the days until it. `assigned`: only assigned to the analyst. Omitted for other open detections.
   */
  decided?: { days: number; change: Change };
}

type Change = UpdateDetection | "exception" | "assigned";

function use(
  weeksAgo: number,
  host: string,
  client: string,
  calls: number,
  bytesOut: number,
  userAgent: string,
  days?: number,
  change?: Change,
): EarlierUse {
  const seen = { weeksAgo, host, client: `10.20.${client}`, calls, bytesOut, userAgent };
  return days === undefined || change === undefined ? seen : { ...seen, decided: { days, change } };
}

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const python = "python-requests/2.32.3";
const stopped = (notes: string): UpdateDetection => ({ status: "RESOLVED", resolution: "STOPPED", notes });
const falsePositive: UpdateDetection = {
  status: "RESOLVED",
  resolution: "FALSE_POSITIVE",
  notes: "A news page that the desk is allowed to use.",
};
const dismissed: UpdateDetection = { status: "DISMISSED", notes: "Visited once for a presentation." };
const switched = stopped("The team has switched to the approved assistant.");

const uses: readonly EarlierUse[] = [
  use(6, "api.deepseek.com", "32.14", 90, 60_000, python),
  use(6, "claude.ai", "20.31", 40, 9_000, browser, 3, switched),
  use(6, "midjourney.com", "20.44", 30, 4_000, browser, 8, dismissed),
  use(5, "generativelanguage.googleapis.com", "12.9", 120, 80_000, "node-fetch/3.3", 1, "assigned"),
  use(5, "api.elevenlabs.io", "40.21", 60, 20_000, python, 6, stopped("The voice line pilot has ended.")),
  use(4, "api.groq.com", "32.77", 200, 12_000, "OpenAI/Python 1.51.0", 2, "exception"),
  use(4, "otter.ai", "24.18", 45, 30_000, browser),
  use(3, "perplexity.ai", "10.33", 50, 5_000, browser, 1, falsePositive),
  use(3, "api2.cursor.sh", "32.140", 150, 25_000, "Cursor/0.48"),
  use(2, "chat.mistral.ai", "50.12", 60, 15_000, browser, 4, stopped("Blocked at the proxy.")),
  use(2, "gemini.google.com", "52.8", 35, 8_000, browser),
  use(1, "api.cohere.com", "60.17", 80, 3_000_000, python),
  use(1, "api.perplexity.ai", "32.201", 70, 6_000, python),
];

/** The remaining days of the approved exception, so that it counts as expiring soon. */
const exceptionDaysLeft = 10;

/** The steps that import a proxy log of the past weeks and triage its detections. */
export function earlierDetectionSteps(organisation: Organisation, endMs: number): Step[] {
  const weeks = [...new Set(uses.map(({ weeksAgo }) => weeksAgo))];
  const imports = weeks.map((weeksAgo) => {
    const foundMs = endMs - weeksAgo * 7 * dayMs;
    const found = uses.filter((use) => use.weeksAgo === weeksAgo);
    const name = `proxy-head-office-${new Date(foundMs).toISOString().slice(0, 10)}.ndjson`;
    const lines = [...found.map((use) => linesOf(use, foundMs)), otherTraffic(foundMs)].join("");
    return {
      atMs: foundMs,
      run: async (clock: Clock) => {
        const source = { source: "proxy-head-office", via: "COMMAND_LINE", format: "ndjson" } as const;
        await importLog(demoContext(organisation, clock), {
          ...source,
          inputs: [{ name, bytes: bytesOf(lines) }],
          leaveAnalysis: true,
        });
        await analyseUses(organisation.id, clock);
      },
    };
  });
  const decisions = uses.flatMap((use) => decisionSteps(organisation, use, endMs));
  return [...imports, ...decisions, pendingExceptionStep(organisation, endMs)];
}

/** Requests an exception for the latest open detection and leaves it pending. */
function pendingExceptionStep(organisation: Organisation, endMs: number): Step {
  return stepAt(
    organisation,
    { host: uses.at(-1)?.host ?? "", role: "MODEL_OWNER", atMs: endMs - 3 * hourMs },
    (ctx, detection) =>
      requestOnce(ctx, detection, {
        justification: "We are comparing open models for the credit memo for a month. Only public data is sent.",
        expiresAt: new Date(endMs + 30 * dayMs).toISOString(),
      }),
  );
}

/** An interrupted run may already have requested the exception. */
async function requestOnce(ctx: Context, detection: ShadowAiDetection, request: RequestException): Promise<void> {
  if (!detection.exceptionPending) await requestException(ctx, detection.id, request);
}

function decisionSteps(organisation: Organisation, { host, weeksAgo, decided }: EarlierUse, endMs: number): Step[] {
  if (!decided) return [];
  const foundMs = endMs - weeksAgo * 7 * dayMs;
  const atMs = foundMs + decided.days * dayMs;
  const { change } = decided;
  const assignment = { assignedTo: addressOf("ANALYST") };
  if (change === "assigned") {
    return [
      stepAt(organisation, { host, role: "APPROVER", atMs }, (ctx, { id }) => updateDetection(ctx, id, assignment)),
    ];
  }
  const investigation = stepAt(organisation, { host, role: "ANALYST", atMs: foundMs + 20 * hourMs }, (ctx, { id }) =>
    updateDetection(ctx, id, { status: "INVESTIGATING", ...assignment }),
  );
  if (change !== "exception") {
    const decision = stepAt(organisation, { host, role: "ANALYST", atMs }, (ctx, { id }) =>
      updateDetection(ctx, id, change),
    );
    return [investigation, decision];
  }
  const requestedMs = foundMs + 21 * hourMs;
  const request = stepAt(organisation, { host, role: "ANALYST", atMs: requestedMs }, (ctx, detection) =>
    requestOnce(ctx, detection, {
      justification: "The team compares answers with the registered model, using only synthetic applications.",
      expiresAt: new Date(endMs + exceptionDaysLeft * dayMs).toISOString(),
    }),
  );
  const approval = stepAt(organisation, { host, role: "APPROVER", atMs }, async (ctx, { id: detectionId }) => {
    const { data } = await listExceptions(ctx, { limit: 100 });
    const pending = data.find((one) => one.detectionId === detectionId && one.status === "PENDING");
    if (pending) await approveException(ctx, pending.id, { note: "Synthetic data only, until the agreed date." });
  });
  return [investigation, request, approval];
}

/** A member's step about the undecided detection of a host. Skipped if there is no such detection or member. */
function stepAt(
  organisation: Organisation,
  { host, role, atMs }: { host: string; role: Role; atMs: number },
  act: (ctx: Context, detection: ShadowAiDetection) => Promise<unknown>,
): Step {
  return {
    atMs,
    run: async (clock) => {
      const actor = await memberWith(organisation, role);
      const query = ListDetections.parse({ q: host, limit: "100" });
      const { data } = await listDetections(demoContext(organisation, clock), query);
      const detection = data.find(({ status }) => status === "OPEN" || status === "INVESTIGATING");
      if (actor && detection) await act(contextOf(organisation, actor, clock), detection);
    },
  };
}

/** Uses of today that the service detects when their log arrives. */
export const hostOfToday = "api.replicate.com";
const usesOfToday: readonly EarlierUse[] = [
  use(0, hostOfToday, "12.31", 60, 2_500_000, python),
  use(0, "www.jasper.ai", "20.77", 25, 6_000, browser),
];

/** The proxy log of the two days before `endMs`, with uses that were not seen before. */
export function logOfToday(endMs: number): string {
  return [...usesOfToday.map((use) => linesOf(use, endMs)), otherTraffic(endMs)].join("");
}

/** Hosts without AI services. */
const otherHosts = [
  "outlook.office.com",
  "northwind.sharepoint.com",
  "www.bbc.co.uk",
  "www.ft.com",
  "github.com",
  "www.bankofengland.co.uk",
  "registry.npmjs.org",
];

/** The other requests of the previous two days. */
function otherTraffic(endMs: number): string {
  return Array.from({ length: 900 }, (_, n) => {
    const host = otherHosts[n % otherHosts.length] ?? "";
    const line = {
      at: new Date(endMs - Math.round(((n + 1) * 2 * dayMs) / 901)).toISOString(),
      ...{
        vantage: "PROXY",
        client: `10.20.${10 + (n % 50)}.${1 + (n % 200)}`,
        host,
        url: `https://${host}/`,
        method: "GET",
      },
      ...{ status: 200, bytesOut: 900 + n, bytesIn: 24_000 + 31 * n, durationMs: 60 + (n % 90), userAgent: browser },
      action: "ALLOWED",
    };
    return `${JSON.stringify(line)}\n`;
  }).join("");
}

/** NDJSON lines over the previous two days. Uses that send megabytes upload files with every second request. */
function linesOf({ host, client, calls, bytesOut, userAgent }: EarlierUse, endMs: number): string {
  const everyMs = (2 * dayMs) / (calls + 1);
  return Array.from({ length: calls }, (_, n) => {
    const path = bytesOut > 1_000_000 && n % 2 === 1 ? "v1/files" : "";
    const line = {
      at: new Date(endMs - Math.round((n + 1) * everyMs)).toISOString(),
      ...{ vantage: "PROXY", client, host, url: `https://${host}/${path}`, method: "POST", status: 200 },
      ...{ bytesOut: bytesOut + n, bytesIn: 3_000 + 17 * n, durationMs: 900 + n, userAgent, action: "ALLOWED" },
    };
    return `${JSON.stringify(line)}\n`;
  }).join("");
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text);
}
