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
  id: string;
  label: string;
  icon: typeof IconKey;
  /** Additional search terms. */
  words?: string;
  hint?: string;
  run: { href: string } | { command: "light" | "dark" | "auto" | "sign-out" };
}

interface OfferedAction extends PaletteAction {
  permission?: Permission;
}

const actions: readonly OfferedAction[] = [
  {
    id: "new-package",
    label: "New evidence package",
    icon: IconFileCertificate,
    permission: "evidence:write",
    words: "generate create framework regulator",
    run: { href: "/evidence/new" },
  },
  {
    id: "new-report",
    label: "New report",
    icon: IconReportAnalytics,
    permission: "reports:write",
    words: "schedule csv pdf period figures metrics",
    run: { href: "/reports" },
  },
  {
    id: "verify-chain",
    label: "Verify the chain",
    icon: IconShieldCheck,
    permission: "audit:read",
    words: "integrity tampering check",
    run: { href: "/audit/verification" },
  },
  {
    id: "import-log",
    label: "Import log",
    icon: IconFileImport,
    permission: "sensors:write",
    words: "upload file network proxy dns observations",
    run: { href: "/shadow-ai/sources" },
  },
  {
    id: "new-key",
    label: "Create an API key",
    icon: IconKey,
    permission: "admin",
    words: "new token scope",
    run: { href: "/settings/api-keys" },
  },
  {
    id: "invite",
    label: "Invite a member",
    icon: IconUserPlus,
    permission: "admin",
    words: "new user person role",
    run: { href: "/settings/members" },
  },
  {
    id: "new-policy",
    label: "New alert policy",
    icon: IconBellPlus,
    permission: "alerts:configure",
    words: "create rule threshold alarm",
    run: { href: "/alert-policies/new" },
  },
  {
    id: "new-integration",
    label: "Connect a product",
    icon: IconPlugConnected,
    permission: "admin",
    words: "new integration github jira mlflow",
    run: { href: "/integrations" },
  },
  {
    id: "new-webhook",
    label: "Add a webhook endpoint",
    icon: IconWebhook,
    permission: "webhooks:write",
    words: "new create url",
    run: { href: "/webhooks" },
  },
  {
    id: "new-hold",
    label: "Place a legal hold",
    icon: IconScale,
    permission: "holds:manage",
    words: "new litigation proceedings keep",
    run: { href: "/settings/legal-holds" },
  },
  {
    id: "new-stream",
    label: "Create an audit stream",
    icon: IconTransfer,
    permission: "webhooks:write",
    words: "new siem splunk elastic",
    run: { href: "/streams" },
  },
  {
    id: "verify-package",
    label: "Verify an evidence package",
    icon: IconShieldQuestion,
    words: "check file public",
    run: { href: "/verify" },
  },
  {
    id: "reference",
    label: "API reference",
    icon: IconBook2,
    words: "documentation openapi help",
    run: { href: "/docs" },
  },
  {
    id: "account",
    label: "Your account",
    icon: IconUserCircle,
    words: "password 2fa two-factor authentication sessions profile",
    run: { href: "/account" },
  },
  {
    id: "light",
    label: "Use light theme",
    icon: IconSun,
    words: "theme colour scheme mode",
    run: { command: "light" },
  },
  { id: "dark", label: "Use dark theme", icon: IconMoon, words: "theme colour scheme mode", run: { command: "dark" } },
  { id: "sign-out", label: "Sign out", icon: IconLogout, words: "log out leave", run: { command: "sign-out" } },
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
      return { id: href, label, icon, run: { href }, ...(words && { words }), ...(shortcut && { hint: shortcut }) };
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
