import {
  IconBellRinging,
  IconCube,
  IconFileCertificate,
  IconListDetails,
  IconPlugConnected,
  IconRadar2,
  IconReportAnalytics,
  IconScale,
  IconTransfer,
  IconWebhook,
} from "@tabler/icons-react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import type { PaletteAction, PaletteGroup } from "@/components/ui/palette/palette-actions";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { ModelList } from "@/lib/domains/models/schemas";
import type { ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import type { Permission } from "@/lib/platform/core/roles";

interface Kind {
  name: string;
  permission: Permission;
  icon: typeof IconCube;
  /** The URL of a page without the ID. */
  page: string;
  /** The API path without the ID, if it differs. */
  api?: string;
}

/** The resources that can be found by ID, by ID prefix. */
const kinds: Record<string, Kind> = {
  evt: { name: "Event", permission: "audit:read", icon: IconListDetails, page: "/audit/" },
  sad: { name: "Detection", permission: "shadow_ai:read", icon: IconRadar2, page: "/shadow-ai/" },
  mdl: { name: "Model", permission: "models:read", icon: IconCube, page: "/models/" },
  epkg: { name: "Evidence package", permission: "evidence:read", icon: IconFileCertificate, page: "/evidence/" },
  rep: { name: "Report", permission: "reports:read", icon: IconReportAnalytics, page: "/reports/" },
  wh: { name: "Webhook endpoint", permission: "webhooks:read", icon: IconWebhook, page: "/webhooks/" },
  str: {
    name: "Audit stream",
    permission: "webhooks:read",
    icon: IconTransfer,
    page: "/streams/",
    api: "/v1/audit-streams/",
  },
  pol: { name: "Alert policy", permission: "audit:read", icon: IconBellRinging, page: "/alert-policies/" },
  int: { name: "Integration", permission: "integrations:read", icon: IconPlugConnected, page: "/integrations/" },
  hold: {
    name: "Legal hold",
    permission: "holds:read",
    icon: IconScale,
    page: "/settings/legal-holds?hold=",
    api: "/v1/legal-holds/",
  },
};

const resultsMax = 5;

export function isSearchable(text: string): boolean {
  return text.length >= 2 && text.length <= 200;
}

/** Finds the resource with an ID, or detections, models and tagged events that match a text. */
export async function search(
  text: string,
  permissions: readonly string[],
  signal: AbortSignal,
): Promise<PaletteGroup[]> {
  const kind = kindOf(text);
  if (kind) return permissions.includes(kind.permission) ? findOne(text, kind, signal) : [];
  const groups = await Promise.all([
    permissions.includes("shadow_ai:read") ? findDetections(text, signal) : [],
    permissions.includes("models:read") ? findModels(text, signal) : [],
    permissions.includes("audit:read") && isTag(text) ? findEvents(text, signal) : [],
  ]);
  return [
    { heading: "Detections", actions: groups[0] },
    { heading: "Models", actions: groups[1] },
    { heading: "Events with this tag", actions: groups[2] },
  ].filter(({ actions }) => actions.length > 0);
}

export function kindOf(text: string): Kind | undefined {
  const prefix = /^([a-z]+)_[0-9a-z]{8,64}$/.exec(text)?.[1];
  return prefix !== undefined && Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined;
}

function isTag(text: string): boolean {
  return text.length <= 64 && !text.includes(",");
}

async function findOne(id: string, kind: Kind, signal: AbortSignal): Promise<PaletteGroup[]> {
  try {
    await api.get((kind.api ?? `/v1${kind.page}`) + id, undefined, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
  const action = { label: `${kind.name} ${id}`, icon: kind.icon, run: { href: kind.page + id } };
  return [{ heading: "Result", actions: [action] }];
}

async function findDetections(q: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<ShadowAiDetectionList>(
    "/v1/shadow-ai/detections",
    { q, limit: resultsMax },
    { signal },
  );
  return data.map(({ id, severity, status, details }) => ({
    label: `${details.aiProvider} · ${details.endpoint}`,
    icon: IconRadar2,
    hint: `${severity} ${status}`.toLowerCase(),
    run: { href: `/shadow-ai/${id}` },
  }));
}

async function findModels(q: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<ModelList>("/v1/models", { q, limit: resultsMax }, { signal });
  return data.map(({ id, name, version }) => ({
    label: version === null ? name : `${name} ${version}`,
    icon: IconCube,
    run: { href: `/models/${id}` },
  }));
}

async function findEvents(tags: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<{ data: AuditEvent[] }>("/v1/audit", { tags, limit: resultsMax }, { signal });
  return data.map(({ id, eventType, chainPosition }) => ({
    label: `#${chainPosition} ${eventType}`,
    icon: IconListDetails,
    hint: id,
    run: { href: `/audit/${id}` },
  }));
}
