import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { TicketSettings, TicketSettingsInput } from "@/lib/domains/integrations/schemas-tickets";
import { type StoredIntegration, secretContext } from "@/lib/domains/integrations/store";
import { env } from "@/lib/platform/config/env";
import { type ErrorDetail, validationFailed } from "@/lib/platform/core/errors";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { privateHostProblem } from "@/lib/platform/outgoing/guarded-agent";

type Owner = Pick<StoredIntegration, "organisationId" | "id" | "kind"> &
  Partial<Pick<StoredIntegration, "ticketSettings" | "authorization">>;

/**
 * The columns of given ticket settings; null removes them with the token. The stored token is kept only for the same host.
 *
 * @throws `validation_failed`
 */
export function ticketColumns(
  { organisationId, id, kind, ticketSettings: before = null, authorization = null }: Owner,
  given: TicketSettingsInput | null,
): { ticketSettings: TicketSettings | null; authorization: string | null } {
  if (given === null) return { ticketSettings: null, authorization: null };
  const settings = complete(kind, given, before);
  const isSameHost = before !== null && originOf(before.baseUrl) === originOf(settings.baseUrl);
  const kept = isSameHost ? authorization : null;
  const problems = [...problemsOf(kind, settings)];
  if (given.token === undefined && kept === null) {
    const message = before === null ? "is required" : "is required if the new URL has a different host";
    problems.push({ path: "ticketSettings.token", message });
  }
  if (problems.length > 0) throw validationFailed(problems);
  const context = secretContext(organisationId, id, "authorization");
  return {
    ticketSettings: settings,
    authorization: given.token === undefined ? kept : encryptSecret(given.token, context),
  };
}

function complete(kind: IntegrationKind, given: TicketSettingsInput, before: TicketSettings | null): TicketSettings {
  const { baseUrl, project, issueType, email } = given;
  return {
    baseUrl: (baseUrl ?? before?.baseUrl ?? (kind === "GITHUB" ? "https://api.github.com" : "")).replace(/\/+$/, ""),
    project,
    issueType: issueType ?? (kind === "JIRA" ? "Task" : null),
    email: email ?? null,
  };
}

const projects: Partial<Record<IntegrationKind, { pattern: RegExp; message: string }>> = {
  GITHUB: { pattern: /^[\w.-]+\/[\w.-]+$/, message: "must be a repository with its owner, such as bank/models" },
  JIRA: { pattern: /^[A-Z][A-Z0-9_]+$/, message: "must be a project key, such as RISK" },
};

function* problemsOf(kind: IntegrationKind, settings: TicketSettings): Generator<ErrorDetail> {
  const { baseUrl, project, issueType, email } = settings;
  const expected = projects[kind];
  if (!expected) {
    yield { path: "ticketSettings", message: "is only allowed for GITHUB and JIRA" };
    return;
  }
  if (baseUrl === "") yield { path: "ticketSettings.baseUrl", message: "is required for JIRA" };
  else if (!env().WEBHOOK_ALLOW_PRIVATE_NETWORK) {
    const message = privateHostProblem(baseUrl);
    if (message !== undefined) yield { path: "ticketSettings.baseUrl", message };
  }
  if (!expected.pattern.test(project)) yield { path: "ticketSettings.project", message: expected.message };
  if (kind === "JIRA" && email === null) yield { path: "ticketSettings.email", message: "is required for JIRA" };
  if (kind === "GITHUB" && email !== null) yield { path: "ticketSettings.email", message: "is only allowed for JIRA" };
  if (kind === "GITHUB" && issueType !== null)
    yield { path: "ticketSettings.issueType", message: "is only allowed for JIRA" };
}

function originOf(url: string): string {
  return new URL(url).origin;
}
