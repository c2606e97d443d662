import { findMemberForSignIn } from "@/lib/domains/members";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import {
  analyseUses,
  approveException,
  importLog,
  listDetections,
  requestException,
  updateDetection,
} from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { demoMembers } from "./members";

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

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

/**
 * Imports a proxy log of the past weeks and triages its detections, each step with a timestamp of that time. Skips triage if
 * the organisation has no demo members.
 */
export async function seedEarlierDetections(organisation: Organisation, endMs: number): Promise<void> {
  const analyst = await memberOf(organisation, "ANALYST");
  const approver = await memberOf(organisation, "APPROVER");
  for (const weeksAgo of [...new Set(uses.map((use) => use.weeksAgo))]) {
    const foundMs = endMs - weeksAgo * 7 * dayMs;
    const found = uses.filter((use) => use.weeksAgo === weeksAgo);
    const ctx = contextOf(organisation, { kind: "system", id: "demo" }, foundMs);
    const name = `proxy-head-office-${new Date(foundMs).toISOString().slice(0, 10)}.ndjson`;
    const inputs = [{ name, bytes: bytesOf(found.map((use) => linesOf(use, foundMs)).join("")) }];
    await importLog(ctx, {
      source: "proxy-head-office",
      via: "COMMAND_LINE",
      format: "ndjson",
      inputs,
      leaveAnalysis: true,
    });
    await analyseUses(organisation.id, ctx.clock);
    for (const use of found) {
      if (analyst && approver) await decide(organisation, use, { foundMs, endMs, analyst, approver });
    }
  }
}

/** Requests an exception for the latest open detection and leaves it pending. */
export async function seedPendingException(organisation: Organisation, endMs: number): Promise<void> {
  const requester = await memberOf(organisation, "MODEL_OWNER");
  if (!requester) return;
  const id = await openDetectionAt(organisation, uses.at(-1)?.host ?? "");
  if (id === undefined) return;
  await requestException(contextOf(organisation, requester, endMs), id, {
    justification:
      "We are comparing open models for the credit memo until the end of the quarter. Only public data is sent.",
  });
}

async function decide(
  organisation: Organisation,
  { host, decided }: EarlierUse,
  { foundMs, endMs, analyst, approver }: { foundMs: number; endMs: number; analyst: Actor; approver: Actor },
): Promise<void> {
  const id = decided && (await openDetectionAt(organisation, host));
  if (!decided || id === undefined) return;
  const atMs = foundMs + decided.days * dayMs;
  const assignment = analyst.kind === "user" ? { assignedTo: analyst.email } : {};
  if (decided.change === "assigned") {
    await updateDetection(contextOf(organisation, approver, atMs), id, assignment);
    return;
  }
  const investigate: UpdateDetection = { status: "INVESTIGATING", ...assignment };
  await updateDetection(contextOf(organisation, analyst, foundMs + 20 * hourMs), id, investigate);
  if (decided.change !== "exception") {
    await updateDetection(contextOf(organisation, analyst, atMs), id, decided.change);
    return;
  }
  const request = await requestException(contextOf(organisation, analyst, foundMs + 21 * hourMs), id, {
    justification: "The team compares answers with the registered model, using only synthetic applications.",
    expiresAt: new Date(endMs + exceptionDaysLeft * dayMs).toISOString(),
  });
  await approveException(contextOf(organisation, approver, atMs), request.id, {
    note: "Synthetic data only, until the agreed date.",
  });
}

async function openDetectionAt(organisation: Organisation, host: string): Promise<string | undefined> {
  const ctx = contextOf(organisation, { kind: "system", id: "demo" }, Date.now());
  const { data } = await listDetections(ctx, ListDetections.parse({ q: host, status: "OPEN", limit: "1" }));
  return data[0]?.id;
}

type Actor = Context["actor"];

async function memberOf(organisation: Organisation, role: string): Promise<Actor | undefined> {
  const person = demoMembers.live.active.find((one) => one.role === role);
  const member = person && (await findMemberForSignIn(person.email));
  if (!member || member.organisationId !== organisation.id) return undefined;
  const { id, email, name } = member;
  return { kind: "user", id, email, name, role: member.role, sessionId: "" };
}

function contextOf(organisation: Organisation, actor: Actor, nowMs: number): Context {
  return { organisation, actor, scopes: new Set(), clock: { now: () => nowMs }, requestId: newId("request") };
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
