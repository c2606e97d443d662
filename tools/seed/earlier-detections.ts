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
import { staff } from "./members";

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
  /** The resolution, and the days until it. Omitted for open detections. */
  decided?: { days: number; change: UpdateDetection | "exception" };
}

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const stopped = (notes: string): UpdateDetection => ({ status: "RESOLVED", resolution: "STOPPED", notes });
const dismissed = (notes: string): UpdateDetection => ({ status: "DISMISSED", notes });

const uses: readonly EarlierUse[] = [
  {
    weeksAgo: 6,
    host: "api.deepseek.com",
    client: "10.20.32.14",
    calls: 90,
    bytesOut: 60_000,
    userAgent: "python-requests/2.32.3",
  },
  {
    weeksAgo: 6,
    host: "claude.ai",
    client: "10.20.20.31",
    calls: 40,
    bytesOut: 9_000,
    userAgent: browser,
    decided: { days: 3, change: stopped("The team has switched to the approved assistant.") },
  },
  {
    weeksAgo: 6,
    host: "midjourney.com",
    client: "10.20.20.44",
    calls: 30,
    bytesOut: 4_000,
    userAgent: browser,
    decided: { days: 8, change: dismissed("Visited once for a presentation.") },
  },
  {
    weeksAgo: 5,
    host: "generativelanguage.googleapis.com",
    client: "10.20.12.9",
    calls: 120,
    bytesOut: 80_000,
    userAgent: "node-fetch/3.3",
  },
  {
    weeksAgo: 5,
    host: "api.elevenlabs.io",
    client: "10.20.40.21",
    calls: 60,
    bytesOut: 20_000,
    userAgent: "python-requests/2.32.3",
    decided: { days: 6, change: stopped("The voice line pilot has ended.") },
  },
  {
    weeksAgo: 4,
    host: "api.groq.com",
    client: "10.20.32.77",
    calls: 200,
    bytesOut: 12_000,
    userAgent: "OpenAI/Python 1.51.0",
    decided: { days: 2, change: "exception" },
  },
  { weeksAgo: 4, host: "otter.ai", client: "10.20.24.18", calls: 45, bytesOut: 30_000, userAgent: browser },
  {
    weeksAgo: 3,
    host: "perplexity.ai",
    client: "10.20.10.33",
    calls: 50,
    bytesOut: 5_000,
    userAgent: browser,
    decided: {
      days: 1,
      change: {
        status: "RESOLVED",
        resolution: "FALSE_POSITIVE",
        notes: "A news page that the desk is allowed to use.",
      },
    },
  },
  {
    weeksAgo: 3,
    host: "api2.cursor.sh",
    client: "10.20.32.140",
    calls: 150,
    bytesOut: 25_000,
    userAgent: "Cursor/0.48",
  },
  {
    weeksAgo: 2,
    host: "chat.mistral.ai",
    client: "10.20.50.12",
    calls: 60,
    bytesOut: 15_000,
    userAgent: browser,
    decided: { days: 4, change: stopped("Blocked at the proxy.") },
  },
  { weeksAgo: 2, host: "gemini.google.com", client: "10.20.52.8", calls: 35, bytesOut: 8_000, userAgent: browser },
  {
    weeksAgo: 1,
    host: "api.cohere.com",
    client: "10.20.60.17",
    calls: 80,
    bytesOut: 40_000,
    userAgent: "python-requests/2.32.3",
  },
  {
    weeksAgo: 1,
    host: "api.perplexity.ai",
    client: "10.20.32.201",
    calls: 70,
    bytesOut: 6_000,
    userAgent: "python-requests/2.32.3",
  },
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
  const { actor } = contextOf(organisation, analyst, atMs);
  const investigate: UpdateDetection = {
    status: "INVESTIGATING",
    ...(actor.kind === "user" ? { assignedTo: actor.email } : {}),
  };
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
  const person = staff.live.present.find((one) => one.role === role);
  const member = person && (await findMemberForSignIn(person.email));
  if (!member || member.organisationId !== organisation.id) return undefined;
  const { id, email, name } = member;
  return { kind: "user", id, email, name, role: member.role, sessionId: "" };
}

function contextOf(organisation: Organisation, actor: Actor, nowMs: number): Context {
  return { organisation, actor, scopes: new Set(), clock: { now: () => nowMs }, requestId: newId("request") };
}

/** NDJSON lines over the previous two days. */
function linesOf({ host, client, calls, bytesOut, userAgent }: EarlierUse, endMs: number): string {
  const everyMs = (2 * dayMs) / (calls + 1);
  return Array.from({ length: calls }, (_, n) => {
    const line = {
      at: new Date(endMs - Math.round((n + 1) * everyMs)).toISOString(),
      ...{ vantage: "PROXY", client, host, url: `https://${host}/`, method: "POST", status: 200 },
      ...{ bytesOut: bytesOut + n, bytesIn: 3_000 + 17 * n, durationMs: 900 + n, userAgent, action: "ALLOWED" },
    };
    return `${JSON.stringify(line)}\n`;
  }).join("");
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text);
}
