import {
  IconBellPlus,
  IconBook2,
  IconFileCertificate,
  IconFileImport,
  IconFileText,
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
  hint?: string | undefined;
  run: { href: string } | { command: "light" | "dark" | "sign-out" };
}

interface OfferedAction extends PaletteAction {
  permission?: Permission | undefined;
}

function command(
  run: PaletteAction["run"] | string,
  label: string,
  icon: typeof IconKey,
  words: string,
  permission?: Permission,
): OfferedAction {
  return { run: typeof run === "string" ? { href: run } : run, label, icon, words, permission };
}

const actions: readonly OfferedAction[] = [
  command(
    "/evidence/new",
    "New evidence package",
    IconFileCertificate,
    "generate create framework regulator",
    "evidence:write",
  ),
  command("/reports", "New report", IconReportAnalytics, "schedule csv pdf period figures metrics", "reports:write"),
  command("/audit/verification", "Verify chain", IconShieldCheck, "integrity tampering check", "audit:read"),
  command(
    "/shadow-ai/sources",
    "Import log",
    IconFileImport,
    "upload file network proxy dns observations",
    "sensors:write",
  ),
  command("/settings/api-keys", "Create API key", IconKey, "new token scope", "admin"),
  command("/settings/members", "Invite member", IconUserPlus, "new user person role", "admin"),
  command("/alert-policies/new", "New alert policy", IconBellPlus, "create rule threshold alarm", "alerts:configure"),
  command("/integrations", "Add integration", IconPlugConnected, "new connect product github jira mlflow", "admin"),
  command("/webhooks", "Create webhook endpoint", IconWebhook, "new create url", "webhooks:write"),
  command("/evidence/documents", "Supply document", IconFileText, "new policy declaration evidence", "evidence:write"),
  command("/settings/legal-holds", "Place a legal hold", IconScale, "new litigation proceedings keep", "holds:manage"),
  command("/streams", "Create an audit stream", IconTransfer, "new siem splunk elastic", "webhooks:write"),
  command("/verify", "Verify an evidence package", IconShieldQuestion, "check file public"),
  command("/docs", "Documentation", IconBook2, "api reference openapi guides help"),
  command("/account", "Your account", IconUserCircle, "password 2fa two-factor authentication sessions profile"),
  command({ command: "light" }, "Use light theme", IconSun, "theme colour scheme mode"),
  command({ command: "dark" }, "Use dark theme", IconMoon, "theme colour scheme mode"),
  command({ command: "sign-out" }, "Sign out", IconLogout, "log out leave"),
];

export interface PaletteGroup {
  heading: string;
  actions: PaletteAction[];
}

/** The permitted pages and actions that match a query. */
export function offeredActions(session: Parameters<typeof navigationOf>[0], query: string): PaletteGroup[] {
  const { permissions } = session;
  const pages = navigationOf(session)
    .flatMap(({ items }) => items)
    .map(({ href, label, icon, words, shortcut }) => ({ label, icon, words, hint: shortcut, run: { href } }));
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
