import type { Role } from "@/lib/platform/core/roles";

/** The roles that see every page together. */
export const pictureRoles = ["ADMIN", "APPROVER"] as const satisfies Role[];
export type PictureRole = (typeof pictureRoles)[number];

export interface PicturedPage {
  name: string;
  path: string;
  /** Whose eyes it is seen with; the administrator's where nothing is said. */
  role?: PictureRole;
}

/** What anybody sees. */
export const publicPages: readonly PicturedPage[] = [
  { name: "sign-in", path: "/sign-in" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "reset-password", path: "/reset-password#token=x" },
  { name: "invitation", path: "/invitation#token=x" },
  { name: "verify", path: "/verify" },
  { name: "docs", path: "/docs" },
];

const lists: readonly PicturedPage[] = [
  { name: "overview", path: "/", role: "APPROVER" },
  { name: "audit", path: "/audit" },
  { name: "audit-verification", path: "/audit/verification" },
  { name: "alert-policies", path: "/alert-policies" },
  { name: "alert-policy-new", path: "/alert-policies/new" },
  { name: "models", path: "/models" },
  { name: "evidence", path: "/evidence", role: "APPROVER" },
  { name: "evidence-new", path: "/evidence/new", role: "APPROVER" },
  { name: "reports", path: "/reports", role: "APPROVER" },
  { name: "shadow-ai", path: "/shadow-ai" },
  { name: "exceptions", path: "/shadow-ai/exceptions", role: "APPROVER" },
  { name: "sources", path: "/shadow-ai/sources" },
  { name: "catalogue", path: "/shadow-ai/catalogue" },
  { name: "integrations", path: "/integrations" },
  { name: "webhooks", path: "/webhooks" },
  { name: "streams", path: "/streams" },
  { name: "settings", path: "/settings" },
  { name: "members", path: "/settings/members" },
  { name: "api-keys", path: "/settings/api-keys" },
  { name: "detection-rules", path: "/settings/detection" },
  { name: "legal-holds", path: "/settings/legal-holds" },
  { name: "mail", path: "/settings/mail" },
  { name: "account", path: "/account" },
];

/** Pages about one thing: where its list is, and the page of one of them. */
const details: (Omit<PicturedPage, "path"> & { list: string; path: (id: string) => string })[] = [
  { name: "audit-event", list: "/v1/audit?limit=1", path: (id) => `/audit/${id}` },
  { name: "model", list: "/v1/models?limit=1", path: (id) => `/models/${id}` },
  {
    name: "evidence-package",
    list: "/v1/evidence?limit=1",
    path: (id) => `/evidence/${id}`,
    role: "APPROVER",
  },
  { name: "report", list: "/v1/reports?limit=1", path: (id) => `/reports/${id}`, role: "APPROVER" },
  { name: "detection", list: "/v1/shadow-ai/detections?limit=1", path: (id) => `/shadow-ai/${id}`, role: "APPROVER" },
  { name: "alert-policy", list: "/v1/alert-policies?limit=1", path: (id) => `/alert-policies/${id}` },
  { name: "alert-policy-change", list: "/v1/alert-policies?limit=1", path: (id) => `/alert-policies/${id}/change` },
  { name: "integration", list: "/v1/integrations?limit=1", path: (id) => `/integrations/${id}` },
  { name: "stream", list: "/v1/audit-streams?limit=1", path: (id) => `/streams/${id}` },
  { name: "webhook", list: "/v1/webhooks?limit=1", path: (id) => `/webhooks/${id}` },
];

type Get = (path: string, role: PictureRole) => Promise<unknown>;

/** The pages of the dashboard; those about one thing are left out where there is none. */
export async function dashboardPages(get: Get): Promise<PicturedPage[]> {
  const found: PicturedPage[] = [...lists];
  for (const { list, path, ...page } of details) {
    const id = await firstId(get, list, page.role);
    if (id === undefined) continue;
    found.push({ ...page, path: path(id) });
    if (page.name !== "webhook") continue;
    const delivery = await firstId(get, `/v1/webhooks/${id}/deliveries?limit=1`);
    if (delivery !== undefined) found.push({ name: "delivery", path: `${path(id)}/deliveries/${delivery}` });
  }
  return found;
}

async function firstId(get: Get, list: string, role: PictureRole = "ADMIN"): Promise<string | undefined> {
  const { data } = (await get(list, role)) as { data?: { id: string }[] };
  return data?.[0]?.id;
}
