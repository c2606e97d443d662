import { beforeEach } from "vitest";
import { shadowAi, shadowAiDetection } from "@/app/v1/shadow-ai";
import { callRoute, readAnswer, type Sent } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import type { ShadowAiDetectionDetail, ShadowAiDetectionList, ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import type { UpdatedDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import type { Analyst } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst as ownDomainAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { systemClock } from "@/lib/platform/core/clock";
import type { Scope } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";

const { "/v1/shadow-ai/detections": list, "/v1/shadow-ai/stats": stats, "/v1/shadow-ai/bulk": bulk } = shadowAi;
const { "/v1/shadow-ai/{id}": item } = shadowAiDetection;

let key: string;

/** Gives a test file a database, and each test an analyst. The calls below use the analyst's key by default. */
export function ownAnalyst(): Analyst {
  const analyst = ownDomainAnalyst();
  beforeEach(async () => {
    // Routes use the system clock.
    analyst.clock.nowMs = systemClock.now();
    key = await keyOf(analyst, ["shadow_ai:read", "shadow_ai:write"]);
  });
  return analyst;
}

export async function keyOf({ ctx }: Analyst, scopes: Scope[]): Promise<string> {
  return (await createApiKey(ctx, { name: "Triage", scopes })).key;
}

/** The members of error responses. */
interface ErrorBody {
  error: string;
  message: string;
  requiredScope: string;
  allowed: string[];
  details: { path: string; message: string }[];
}

interface Changed {
  updated: number;
  failed: number;
  results: { id: string; status?: string; error?: string; details?: unknown }[];
}

async function send<Body>(handler: NextHandler, method: string, path: string, sent: Sent) {
  return readAnswer<Body>(await callRoute(handler, method, `/v1/shadow-ai/${path}`, { key, ...sent }));
}

/** Without the `details` of errors, as detections have `details`, too. */
export const read = (id: string, sent: Sent = {}) =>
  send<ShadowAiDetectionDetail & Omit<ErrorBody, "details">>(item.GET, "GET", id, { params: { id }, ...sent });

export const patch = (id: string, body: unknown, sent: Sent = {}) =>
  send<UpdatedDetection & ErrorBody>(item.PATCH, "PATCH", id, { params: { id }, body, ...sent });

export const find = (query = "", sent: Sent = {}) =>
  send<ShadowAiDetectionList & ErrorBody>(list.GET, "GET", `detections${query}`, sent);

export const change = (body: unknown, sent: Sent = {}) =>
  send<Changed & ErrorBody>(bulk.POST, "POST", "bulk", { body, ...sent });

export const readStats = (sent: Sent = {}) => send<ShadowAiStats & ErrorBody>(stats.GET, "GET", "stats", sent);
