import {
  IconActivity,
  IconAdjustments,
  IconBellRinging,
  IconBooks,
  IconBuilding,
  IconCube,
  IconFileCertificate,
  IconFileText,
  IconHeartbeat,
  IconHourglass,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconPlugConnected,
  IconRadar2,
  IconReportAnalytics,
  IconRouter,
  IconScale,
  IconShieldCheck,
  IconTransfer,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { Session } from "@/lib/platform/auth/schemas";
import type { Permission } from "@/lib/platform/core/roles";

export interface NavigationItem {
  href: string;
  label: string;
  icon: typeof IconCube;
  /** Required to open the page. */
  permission: Permission;
  /** Additional search terms for the command palette. */
  words: string;
  shortcut?: string;
  /** Only for the organisation that operates the service. */
  operatorOnly?: boolean;
}

interface NavigationSection {
  /** Empty for the first section, which has no heading. */
  section: string;
  items: readonly NavigationItem[];
}

function page(
  href: string,
  label: string,
  icon: typeof IconCube,
  permission: Permission,
  words: string,
  shortcut?: string,
): NavigationItem {
  return { href, label, icon, permission, words, ...(shortcut && { shortcut }) };
}

const sections: readonly NavigationSection[] = [
  {
    section: "",
    items: [page("/", "Overview", IconLayoutDashboard, "audit:read", "home start dashboard", "g o")],
  },
  {
    section: "Audit",
    items: [
      page("/audit", "Audit trail", IconListDetails, "audit:read", "events chain log", "g a"),
      page(
        "/audit/verification",
        "Verification",
        IconShieldCheck,
        "audit:read",
        "verify chain integrity checkpoints findings",
        "g v",
      ),
      page("/alert-policies", "Alert policies", IconBellRinging, "audit:read", "alerts rules thresholds mute", "g p"),
      page("/models", "Models", IconCube, "models:read", "registry allowlist", "g m"),
      page("/evidence", "Evidence", IconFileCertificate, "evidence:read", "packages frameworks pdf regulator", "g e"),
      page("/evidence/documents", "Documents", IconFileText, "evidence:read", "supply policy declaration requirements"),
      page(
        "/reports",
        "Reports",
        IconReportAnalytics,
        "reports:read",
        "schedules csv pdf board figures metrics",
        "g r",
      ),
    ],
  },
  {
    section: "Shadow AI",
    items: [
      page("/shadow-ai", "Detections", IconRadar2, "shadow_ai:read", "shadow ai queue triage", "g d"),
      page("/shadow-ai/exceptions", "Exceptions", IconHourglass, "shadow_ai:read", "requests approvals", "g x"),
      page("/shadow-ai/sources", "Log sources", IconRouter, "shadow_ai:read", "sensors imports upload logs", "g s"),
      page("/shadow-ai/catalogue", "Catalogue", IconBooks, "shadow_ai:read", "providers hosts services", "g c"),
    ],
  },
  {
    section: "Connections",
    items: [
      page(
        "/integrations",
        "Integrations",
        IconPlugConnected,
        "integrations:read",
        "github jira mlflow tickets connect",
        "g i",
      ),
      page(
        "/telemetry",
        "Telemetry",
        IconActivity,
        "models:read",
        "opentelemetry otlp traces spans genai agents rules",
      ),
      page("/webhooks", "Webhooks", IconWebhook, "webhooks:read", "endpoints deliveries", "g w"),
      page("/streams", "Audit streams", IconTransfer, "webhooks:read", "siem splunk elastic export ndjson batches"),
      page("/settings/api-keys", "API keys", IconKey, "admin", "tokens scopes rotate", "g k"),
    ],
  },
  {
    section: "Administration",
    items: [
      page("/settings", "Organisation", IconBuilding, "organisation:read", "settings limits retention"),
      page("/settings/members", "Members", IconUsers, "members:read", "people users roles invite"),
      page(
        "/settings/detection",
        "Detection settings",
        IconAdjustments,
        "shadow_ai:read",
        "rules thresholds departments deadlines",
      ),
      page(
        "/settings/legal-holds",
        "Legal holds",
        IconScale,
        "holds:read",
        "settings proceedings litigation erasure retention",
      ),
      page("/settings/mail", "Mail", IconMail, "admin", "messages outbox"),
      {
        ...page("/settings/status", "Service status", IconHeartbeat, "admin", "processes queues health operator"),
        operatorOnly: true,
      },
    ],
  },
];

/** All pages of the navigation. */
export const navigation = sections.flatMap(({ items }) => items);

/** The permitted pages by section, without empty sections. */
export function navigationOf({
  permissions,
  operatesService,
}: Pick<Session, "permissions" | "operatesService">): NavigationSection[] {
  return sections
    .map(({ section, items }) => ({
      section,
      items: items.filter(
        ({ permission, operatorOnly }) => permissions.includes(permission) && (operatesService || !operatorOnly),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The entry of a path: the longest match. Undefined for pages outside the navigation. */
export function currentItem(pathname: string): NavigationItem | undefined {
  const matches = navigation.filter(
    ({ href }) => pathname === href || (href !== "/" && pathname.startsWith(`${href}/`)),
  );
  return matches.sort((one, other) => other.href.length - one.href.length)[0];
}
