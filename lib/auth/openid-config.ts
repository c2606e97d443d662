import { env } from "@/lib/env";
import type { Role } from "@/lib/roles";

/** How people sign in through an OpenID Connect provider. */
export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. */
  name: string;
  organisationId: string;
  scopes: string;
  groupsClaim: string;
  roleMap: { group: string; role: Role }[];
}

/** The provider of the configuration; undefined where there is none. */
export function openIdConfig(): OpenIdConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env();
  const { OIDC_ORGANISATION_ID: organisationId, OIDC_ROLE_MAP: roleMap } = env();
  const { OIDC_NAME: name, OIDC_SCOPES: scopes, OIDC_GROUPS_CLAIM: groupsClaim } = env();
  if (!issuer || !clientId || !clientSecret || !organisationId || !roleMap) return undefined;
  return { issuer, clientId, clientSecret, name, organisationId, scopes, groupsClaim, roleMap };
}
