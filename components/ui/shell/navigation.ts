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

type Icon = typeof IconCube;

export interface NavigationItem {
  href: string;
  label: string;
  icon: Icon;
  /** What one has to be allowed to do to have the page in one's navigation. */
  permission: Permission;
  section: Section;
  shortcut?: string;
  /** Further words under which the command palette finds the page. */
  words?: string;
}

/** The parts of the navigation, in their order; the first has no heading. */
export const sections = ["", "Audit", "Shadow AI", "Connections", "Administration"] as const;
export type Section = (typeof sections)[number];

/** Every page that has a place in the navigation. The rail, the drawer and the command palette read it. */
export const navigation: readonly NavigationItem[] = [
  {
    href: "/",
    label: "Overview",
    icon: IconLayoutDashboard,
    permission: "audit:read",
    section: "",
    shortcut: "g o",
    words: "home start dashboard",
  },
  {
    href: "/audit",
    label: "Audit trail",
    icon: IconListDetails,
    permission: "audit:read",
    section: "Audit",
    shortcut: "g a",
    words: "events chain log",
  },
  {
    href: "/audit/verification",
    label: "Verification",
    icon: IconShieldCheck,
    permission: "audit:read",
    section: "Audit",
    shortcut: "g v",
    words: "verify chain integrity checkpoints findings",
  },
  {
    href: "/alert-policies",
    label: "Alert policies",
    icon: IconBellRinging,
    permission: "audit:read",
    section: "Audit",
    shortcut: "g p",
    words: "alerts rules thresholds mute",
  },
  {
    href: "/models",
    label: "Models",
    icon: IconCube,
    permission: "models:read",
    section: "Audit",
    shortcut: "g m",
    words: "registry allowlist",
  },
  {
    href: "/evidence",
    label: "Evidence",
    icon: IconFileCertificate,
    permission: "evidence:read",
    section: "Audit",
    shortcut: "g e",
    words: "packages frameworks pdf regulator",
  },
  {
    href: "/reports",
    label: "Reports",
    icon: IconReportAnalytics,
    permission: "reports:read",
    section: "Audit",
    shortcut: "g r",
    words: "schedules csv pdf board figures metrics",
  },
  {
    href: "/shadow-ai",
    label: "Detections",
    icon: IconRadar2,
    permission: "shadow_ai:read",
    section: "Shadow AI",
    shortcut: "g d",
    words: "shadow ai queue triage",
  },
  {
    href: "/shadow-ai/exceptions",
    label: "Exceptions",
    icon: IconHourglass,
    permission: "shadow_ai:read",
    section: "Shadow AI",
    shortcut: "g x",
    words: "requests approvals",
  },
  {
    href: "/shadow-ai/sources",
    label: "Log sources",
    icon: IconRouter,
    permission: "shadow_ai:read",
    section: "Shadow AI",
    shortcut: "g s",
    words: "sensors imports upload logs",
  },
  {
    href: "/shadow-ai/catalogue",
    label: "Catalogue",
    icon: IconBooks,
    permission: "shadow_ai:read",
    section: "Shadow AI",
    shortcut: "g c",
    words: "providers hosts services",
  },
  {
    href: "/integrations",
    label: "Integrations",
    icon: IconPlugConnected,
    permission: "integrations:read",
    section: "Connections",
    shortcut: "g i",
    words: "github jira mlflow tickets connect",
  },
  {
    href: "/webhooks",
    label: "Webhooks",
    icon: IconWebhook,
    permission: "webhooks:read",
    section: "Connections",
    shortcut: "g w",
    words: "endpoints deliveries",
  },
  {
    href: "/streams",
    label: "Streams",
    icon: IconTransfer,
    permission: "webhooks:read",
    section: "Connections",
    words: "siem splunk elastic export ndjson batches",
  },
  {
    href: "/settings/api-keys",
    label: "API keys",
    icon: IconKey,
    permission: "admin",
    section: "Connections",
    shortcut: "g k",
    words: "tokens scopes rotate",
  },
  {
    href: "/settings",
    label: "Organisation",
    icon: IconBuilding,
    permission: "organisation:read",
    section: "Administration",
    words: "settings limits retention",
  },
  {
    href: "/settings/members",
    label: "Members",
    icon: IconUsers,
    permission: "members:read",
    section: "Administration",
    words: "people users roles invite",
  },
  {
    href: "/settings/detection",
    label: "Detection settings",
    icon: IconAdjustments,
    permission: "shadow_ai:read",
    section: "Administration",
    words: "rules thresholds departments deadlines",
  },
  {
    href: "/settings/legal-holds",
    label: "Legal holds",
    icon: IconScale,
    permission: "holds:read",
    section: "Administration",
    words: "settings proceedings litigation erasure retention",
  },
  {
    href: "/settings/mail",
    label: "Mail",
    icon: IconMail,
    permission: "admin",
    section: "Administration",
    words: "messages outbox",
  },
];

/** The pages that somebody may open, by section; sections without any are left out. */
export function navigationOf(permissions: readonly string[]): { section: Section; items: NavigationItem[] }[] {
  return sections
    .map((section) => ({
      section,
      items: navigation.filter((item) => item.section === section && permissions.includes(item.permission)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The entry that a path belongs to: the longest that it is, or lies below. Undefined for pages outside the navigation. */
export function currentItem(pathname: string): NavigationItem | undefined {
  const above = navigation.filter(({ href }) => pathname === href || (href !== "/" && pathname.startsWith(`${href}/`)));
  return above.sort((one, other) => other.href.length - one.href.length)[0];
}
