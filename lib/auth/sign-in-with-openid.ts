import { maskNetwork, openSession, recordRefusal, type SignedIn, type Visitor } from "@/lib/auth/sessions";
import { SignInError } from "@/lib/auth/sign-in-error";
import type { Clock } from "@/lib/clock";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { provisionOpenIdMember, type SignInMember, updateMember } from "@/lib/members";
import { findOrganisation } from "@/lib/organisations";
import type { Role, Scope } from "@/lib/roles";

/** What the provider said of somebody, its signature, its audience and its nonce checked. */
export type OpenIdClaims = Record<string, unknown> & { sub: string };

/**
 * Signs in whom the provider has vouched for, in the configured organisation: the member they came as before, or with that
 * address, or else a new one. The role is what their groups say today. Throws a `SignInError`.
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
  // Some providers leave it out, and know their addresses; some write it as a text.
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
    const { id: memberId, organisationId } = member;
    const network = maskNetwork(visitor.address);
    const event = {
      kind: "MEMBER_SIGN_IN_FAILED",
      memberId,
      method: "OPENID",
      reason: "ACCOUNT_CLOSED",
      network,
    } as const;
    await recordRefusal(organisationId, event, clock);
    throw new SignInError("OpenIdRefused");
  }
  const current = await withRole(member, role, clock);
  return openSession(current, { method: "OPENID", secondFactor: gaveSecondFactor(claims) }, visitor, clock);
}

/**
 * The role that somebody's groups give them today. The last administrator stays one: else nobody could let anybody in,
 * were the map mistyped.
 */
async function withRole(member: SignInMember, role: Role, clock: Clock): Promise<SignInMember> {
  if (member.role === role) return member;
  const organisation = await findOrganisation(member.organisationId);
  if (!organisation) throw new Error(`the organisation ${member.organisationId} is gone`);
  const actor = { kind: "system", id: "openid" } as const;
  try {
    const ctx = { organisation, actor, scopes: new Set<Scope>(), clock, requestId: newId("request") };
    await updateMember(ctx, member.id, { role });
    return { ...member, role };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "conflict") throw error;
    log().warn({ memberId: member.id, role }, "the last administrator keeps the role, whatever the groups say");
    return member;
  }
}

async function provision(identity: Parameters<typeof provisionOpenIdMember>[0], clock: Clock): Promise<SignInMember> {
  try {
    return await provisionOpenIdMember(identity, clock);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") throw new SignInError("OpenIdRefused");
    throw error;
  }
}

/** RFC 8176: providers that say how somebody signed in name `mfa` where it took more than one factor. */
function gaveSecondFactor({ amr }: OpenIdClaims): boolean {
  return Array.isArray(amr) && amr.includes("mfa");
}

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

/**
 * The role of somebody by the groups that an identity provider names: that of the first entry of the map whose group is
 * among them; undefined where none is. A claim may be a list, or one group as a text.
 */
export function roleOfGroups(claim: unknown, map: readonly { group: string; role: Role }[]): Role | undefined {
  const groups = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  return map.find(({ group }) => groups.has(group))?.role;
}
