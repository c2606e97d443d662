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
  /** Where one of them is read, and where it is shown. */
  read: (id: string) => string;
  show: (id: string) => string;
}

/** What can be found by its id, by the prefix of the id. */
const kinds: Record<string, Kind> = {
  evt: {
    name: "Event",
    permission: "audit:read",
    icon: IconListDetails,
    read: (id) => `/v1/audit/${id}`,
    show: (id) => `/audit/${id}`,
  },
  sad: {
    name: "Detection",
    permission: "shadow_ai:read",
    icon: IconRadar2,
    read: (id) => `/v1/shadow-ai/${id}`,
    show: (id) => `/shadow-ai/${id}`,
  },
  mdl: {
    name: "Model",
    permission: "models:read",
    icon: IconCube,
    read: (id) => `/v1/models/${id}`,
    show: (id) => `/models/${id}`,
  },
  epkg: {
    name: "Evidence package",
    permission: "evidence:read",
    icon: IconFileCertificate,
    read: (id) => `/v1/evidence/${id}`,
    show: (id) => `/evidence/${id}`,
  },
  rep: {
    name: "Report",
    permission: "reports:read",
    icon: IconReportAnalytics,
    read: (id) => `/v1/reports/${id}`,
    show: (id) => `/reports/${id}`,
  },
  wh: {
    name: "Webhook endpoint",
    permission: "webhooks:read",
    icon: IconWebhook,
    read: (id) => `/v1/webhooks/${id}`,
    show: (id) => `/webhooks/${id}`,
  },
  str: {
    name: "Audit stream",
    permission: "webhooks:read",
    icon: IconTransfer,
    read: (id) => `/v1/audit-streams/${id}`,
    show: (id) => `/streams/${id}`,
  },
  pol: {
    name: "Alert policy",
    permission: "audit:read",
    icon: IconBellRinging,
    read: (id) => `/v1/alert-policies/${id}`,
    show: (id) => `/alert-policies/${id}`,
  },
  int: {
    name: "Integration",
    permission: "integrations:read",
    icon: IconPlugConnected,
    read: (id) => `/v1/integrations/${id}`,
    show: (id) => `/integrations/${id}`,
  },
  hold: {
    name: "Legal hold",
    permission: "holds:read",
    icon: IconScale,
    read: (id) => `/v1/legal-holds/${id}`,
    show: (id) => `/settings/legal-holds?hold=${id}`,
  },
};

const most = 5;

/** Whether a text is worth asking the service about. */
export function isSearchable(text: string): boolean {
  return text.length >= 2 && text.length <= 200;
}

/** What the service knows under an id or a text: that one thing; else detections, models and tagged events. */
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
  return prefix === undefined ? undefined : kinds[prefix];
}

function isTag(text: string): boolean {
  return text.length <= 64 && !text.includes(",");
}

async function findOne(id: string, kind: Kind, signal: AbortSignal): Promise<PaletteGroup[]> {
  try {
    await api.get(kind.read(id), undefined, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
  const action = { id, label: `${kind.name} ${id}`, icon: kind.icon, run: { href: kind.show(id) } };
  return [{ heading: "Result", actions: [action] }];
}

async function findDetections(q: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<ShadowAiDetectionList>("/v1/shadow-ai/detections", { q, limit: most }, { signal });
  return data.map(({ id, severity, status, details }) => ({
    id,
    label: `${details.aiProvider} · ${details.endpoint}`,
    icon: IconRadar2,
    hint: `${severity} ${status}`.toLowerCase(),
    run: { href: `/shadow-ai/${id}` },
  }));
}

async function findModels(q: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<ModelList>("/v1/models", { q, limit: most }, { signal });
  return data.map(({ id, name, version }) => ({
    id,
    label: version === null ? name : `${name} ${version}`,
    icon: IconCube,
    run: { href: `/models/${id}` },
  }));
}

async function findEvents(tags: string, signal: AbortSignal): Promise<PaletteAction[]> {
  const { data } = await api.get<{ data: AuditEvent[] }>("/v1/audit", { tags, limit: most }, { signal });
  return data.map(({ id, eventType, chainPosition }) => ({
    id,
    label: `#${chainPosition} ${eventType}`,
    icon: IconListDetails,
    hint: id,
    run: { href: `/audit/${id}` },
  }));
}
