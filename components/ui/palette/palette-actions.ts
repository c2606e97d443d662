import {
  IconBellPlus,
  IconBook2,
  IconFileCertificate,
  IconFileImport,
  IconKey,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconReportAnalytics,
  IconScale,
  IconShieldCheck,
  IconShieldQuestion,
  IconSun,
  IconTransfer,
  IconUserCircle,
  IconUserPlus,
  IconWebhook,
} from "@tabler/icons-react";
import { navigationOf } from "@/components/ui/shell/navigation";
import type { Permission } from "@/lib/platform/core/roles";

export interface PaletteAction {
  label: string;
  icon: typeof IconKey;
  /** Additional search terms. */
  words?: string;
  hint?: string;
  run: { href: string } | { command: "light" | "dark" | "sign-out" };
}

interface OfferedAction extends PaletteAction {
  permission?: Permission;
}

const actions: readonly OfferedAction[] = [
  {
    label: "New evidence package",
    icon: IconFileCertificate,
    permission: "evidence:write",
    words: "generate create framework regulator",
    run: { href: "/evidence/new" },
  },
  {
    label: "New report",
    icon: IconReportAnalytics,
    permission: "reports:write",
    words: "schedule csv pdf period figures metrics",
    run: { href: "/reports" },
  },
  {
    label: "Verify the chain",
    icon: IconShieldCheck,
    permission: "audit:read",
    words: "integrity tampering check",
    run: { href: "/audit/verification" },
  },
  {
    label: "Import log",
    icon: IconFileImport,
    permission: "sensors:write",
    words: "upload file network proxy dns observations",
    run: { href: "/shadow-ai/sources" },
  },
  {
    label: "Create an API key",
    icon: IconKey,
    permission: "admin",
    words: "new token scope",
    run: { href: "/settings/api-keys" },
  },
  {
    label: "Invite a member",
    icon: IconUserPlus,
    permission: "admin",
    words: "new user person role",
    run: { href: "/settings/members" },
  },
  {
    label: "New alert policy",
    icon: IconBellPlus,
    permission: "alerts:configure",
    words: "create rule threshold alarm",
    run: { href: "/alert-policies/new" },
  },
  {
    label: "Connect a product",
    icon: IconPlugConnected,
    permission: "admin",
    words: "new integration github jira mlflow",
    run: { href: "/integrations" },
  },
  {
    label: "Add a webhook endpoint",
    icon: IconWebhook,
    permission: "webhooks:write",
    words: "new create url",
    run: { href: "/webhooks" },
  },
  {
    label: "Place a legal hold",
    icon: IconScale,
    permission: "holds:manage",
    words: "new litigation proceedings keep",
    run: { href: "/settings/legal-holds" },
  },
  {
    label: "Create an audit stream",
    icon: IconTransfer,
    permission: "webhooks:write",
    words: "new siem splunk elastic",
    run: { href: "/streams" },
  },
  {
    label: "Verify an evidence package",
    icon: IconShieldQuestion,
    words: "check file public",
    run: { href: "/verify" },
  },
  {
    label: "API reference",
    icon: IconBook2,
    words: "documentation openapi help",
    run: { href: "/docs" },
  },
  {
    label: "Your account",
    icon: IconUserCircle,
    words: "password 2fa two-factor authentication sessions profile",
    run: { href: "/account" },
  },
  {
    label: "Use light theme",
    icon: IconSun,
    words: "theme colour scheme mode",
    run: { command: "light" },
  },
  { label: "Use dark theme", icon: IconMoon, words: "theme colour scheme mode", run: { command: "dark" } },
  { label: "Sign out", icon: IconLogout, words: "log out leave", run: { command: "sign-out" } },
];

export interface PaletteGroup {
  heading: string;
  actions: PaletteAction[];
}

/** The permitted pages and actions that match a query. */
export function offeredActions(permissions: readonly string[], query: string): PaletteGroup[] {
  const pages = navigationOf(permissions)
    .flatMap(({ items }) => items)
    .map(({ href, label, icon, words, shortcut }): PaletteAction => {
      return { label, icon, run: { href }, ...(words && { words }), ...(shortcut && { hint: shortcut }) };
    });
  const allowed = actions.filter(({ permission }) => permission === undefined || permissions.includes(permission));
  return [
    { heading: "Pages", actions: pages.filter((action) => matches(action, query)) },
    { heading: "Actions", actions: allowed.filter((action) => matches(action, query)) },
  ].filter((group) => group.actions.length > 0);
}

/** Whether each word of the query is the beginning of a search term. */
export function matches({ label, words = "" }: Pick<PaletteAction, "label" | "words">, query: string): boolean {
  const known = tokensOf(`${label} ${words}`);
  return tokensOf(query).every((word) => known.some((each) => each.startsWith(word)));
}

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
