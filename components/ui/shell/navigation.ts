import {
  IconAdjustments,
  IconBellRinging,
  IconBooks,
  IconBuilding,
  IconCube,
  IconFileCertificate,
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
import type { Permission } from "@/lib/platform/core/roles";

export interface NavigationItem {
  href: string;
  label: string;
  icon: typeof IconCube;
  /** Required to open the page. */
  permission: Permission;
  shortcut?: string;
  /** Additional search terms for the command palette. */
  words?: string;
}

interface NavigationSection {
  /** Empty for the first section, which has no heading. */
  section: string;
  items: readonly NavigationItem[];
}

const sections: readonly NavigationSection[] = [
  {
    section: "",
    items: [
      {
        href: "/",
        label: "Overview",
        icon: IconLayoutDashboard,
        permission: "audit:read",
        shortcut: "g o",
        words: "home start dashboard",
      },
    ],
  },
  {
    section: "Audit",
    items: [
      {
        href: "/audit",
        label: "Audit trail",
        icon: IconListDetails,
        permission: "audit:read",
        shortcut: "g a",
        words: "events chain log",
      },
      {
        href: "/audit/verification",
        label: "Verification",
        icon: IconShieldCheck,
        permission: "audit:read",
        shortcut: "g v",
        words: "verify chain integrity checkpoints findings",
      },
      {
        href: "/alert-policies",
        label: "Alert policies",
        icon: IconBellRinging,
        permission: "audit:read",
        shortcut: "g p",
        words: "alerts rules thresholds mute",
      },
      {
        href: "/models",
        label: "Models",
        icon: IconCube,
        permission: "models:read",
        shortcut: "g m",
        words: "registry allowlist",
      },
      {
        href: "/evidence",
        label: "Evidence",
        icon: IconFileCertificate,
        permission: "evidence:read",
        shortcut: "g e",
        words: "packages frameworks pdf regulator",
      },
      {
        href: "/reports",
        label: "Reports",
        icon: IconReportAnalytics,
        permission: "reports:read",
        shortcut: "g r",
        words: "schedules csv pdf board figures metrics",
      },
    ],
  },
  {
    section: "Shadow AI",
    items: [
      {
        href: "/shadow-ai",
        label: "Detections",
        icon: IconRadar2,
        permission: "shadow_ai:read",
        shortcut: "g d",
        words: "shadow ai queue triage",
      },
      {
        href: "/shadow-ai/exceptions",
        label: "Exceptions",
        icon: IconHourglass,
        permission: "shadow_ai:read",
        shortcut: "g x",
        words: "requests approvals",
      },
      {
        href: "/shadow-ai/sources",
        label: "Log sources",
        icon: IconRouter,
        permission: "shadow_ai:read",
        shortcut: "g s",
        words: "sensors imports upload logs",
      },
      {
        href: "/shadow-ai/catalogue",
        label: "Catalogue",
        icon: IconBooks,
        permission: "shadow_ai:read",
        shortcut: "g c",
        words: "providers hosts services",
      },
    ],
  },
  {
    section: "Connections",
    items: [
      {
        href: "/integrations",
        label: "Integrations",
        icon: IconPlugConnected,
        permission: "integrations:read",
        shortcut: "g i",
        words: "github jira mlflow tickets connect",
      },
      {
        href: "/webhooks",
        label: "Webhooks",
        icon: IconWebhook,
        permission: "webhooks:read",
        shortcut: "g w",
        words: "endpoints deliveries",
      },
      {
        href: "/streams",
        label: "Streams",
        icon: IconTransfer,
        permission: "webhooks:read",
        words: "siem splunk elastic export ndjson batches",
      },
      {
        href: "/settings/api-keys",
        label: "API keys",
        icon: IconKey,
        permission: "admin",
        shortcut: "g k",
        words: "tokens scopes rotate",
      },
    ],
  },
  {
    section: "Administration",
    items: [
      {
        href: "/settings",
        label: "Organisation",
        icon: IconBuilding,
        permission: "organisation:read",
        words: "settings limits retention",
      },
      {
        href: "/settings/members",
        label: "Members",
        icon: IconUsers,
        permission: "members:read",
        words: "people users roles invite",
      },
      {
        href: "/settings/detection",
        label: "Detection settings",
        icon: IconAdjustments,
        permission: "shadow_ai:read",
        words: "rules thresholds departments deadlines",
      },
      {
        href: "/settings/legal-holds",
        label: "Legal holds",
        icon: IconScale,
        permission: "holds:read",
        words: "settings proceedings litigation erasure retention",
      },
      {
        href: "/settings/mail",
        label: "Mail",
        icon: IconMail,
        permission: "admin",
        words: "messages outbox",
      },
    ],
  },
];

/** All pages of the navigation. */
export const navigation = sections.flatMap(({ items }) => items);

/** The permitted pages by section, without empty sections. */
export function navigationOf(permissions: readonly string[]): NavigationSection[] {
  return sections
    .map(({ section, items }) => ({
      section,
      items: items.filter(({ permission }) => permissions.includes(permission)),
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
