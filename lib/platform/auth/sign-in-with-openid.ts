import { provisionOpenIdMember, type SignInMember } from "@/lib/domains/members";
import { maskNetwork, openSession, recordRefusal, type SignedIn, type Visitor } from "@/lib/platform/auth/sessions";
import { SignInError } from "@/lib/platform/auth/sign-in-error";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Role } from "@/lib/platform/core/roles";
import { log } from "@/lib/platform/telemetry/log";

/** Claims with verified signature, audience and nonce. */
export type OpenIdClaims = Record<string, unknown> & { sub: string };

/**
 * Signs in, in the configured organisation, the linked member, the member with the address, or a new member. The groups
 * decide the role at each sign-in. Throws a `SignInError`.
 */
export async function signInWithOpenId(
  config: OpenIdConfig,
  claims: OpenIdClaims,
  visitor: Visitor,
  clock: Clock,
): Promise<SignedIn> {
  const role = roleOfGroups(claims[config.groupsClaim], config.roleMap);
  if (role === undefined) throw new SignInError("OpenIdNoRole");
  const { email, name, email_verified: verified } = claims;
  if (typeof email !== "string" || email === "") throw new SignInError("OpenIdEmailMissing");
  // Some providers omit the claim and verify all addresses; some send it as a string.
  if (String(verified) === "false") throw new SignInError("OpenIdEmailNotVerified");
  const member = await provision(
    {
      issuer: typeof claims["iss"] === "string" ? claims["iss"] : config.issuer,
      subject: claims.sub,
      email,
      emailVerified: true,
      name: typeof name === "string" ? name : "",
      role,
      organisationId: config.organisationId,
    },
    clock,
  );
  if (member.state !== "ACTIVE") {
    const failure = { kind: "MEMBER_SIGN_IN_FAILED", method: "OPENID", reason: "ACCOUNT_CLOSED" } as const;
    const network = maskNetwork(visitor.address);
    await recordRefusal(member.organisationId, { ...failure, memberId: member.id, network }, clock);
    throw new SignInError("OpenIdRefused");
  }
  if (member.role !== role) {
    log().warn(
      { memberId: member.id, role },
      "kept the role of the last administrator, although the groups map to another role",
    );
  }
  return openSession(member, { method: "OPENID", secondFactor: gaveSecondFactor(claims) }, visitor, clock);
}

async function provision(identity: Parameters<typeof provisionOpenIdMember>[0], clock: Clock): Promise<SignInMember> {
  try {
    return await provisionOpenIdMember(identity, clock);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") throw new SignInError("OpenIdRefused");
    throw error;
  }
}

/** RFC 8176: `mfa` in `amr` means that more than one factor was used. */
function gaveSecondFactor({ amr }: OpenIdClaims): boolean {
  return Array.isArray(amr) && amr.includes("mfa");
}

export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  organisationId: string;
  scopes: string;
  groupsClaim: string;
  roleMap: { group: string; role: Role }[];
}

export function openIdConfig(): OpenIdConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env();
  const { OIDC_ORGANISATION_ID: organisationId, OIDC_ROLE_MAP: roleMap } = env();
  const { OIDC_NAME: name, OIDC_SCOPES: scopes, OIDC_GROUPS_CLAIM: groupsClaim } = env();
  if (!issuer || !clientId || !clientSecret || !organisationId || !roleMap) return undefined;
  return { issuer, clientId, clientSecret, name, organisationId, scopes, groupsClaim, roleMap };
}

/** The role of the first map entry whose group is in the claim, which is a list or a single string. */
export function roleOfGroups(claim: unknown, map: readonly { group: string; role: Role }[]): Role | undefined {
  const groups = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  return map.find(({ group }) => groups.has(group))?.role;
}
