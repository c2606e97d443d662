import type { KeyWithOrganisation } from "@/lib/api-keys/store";
import type { Principal } from "@/lib/context";
import { readRateLimitOverrides } from "@/lib/organisations";
import { type Scope, scopes } from "@/lib/scopes";
import { type Tier, tiers } from "@/lib/tiers";

/** The caller behind a key, made once and shared by its requests: nobody may change it. Scopes we do not know count for nothing. */
export function toPrincipal(key: KeyWithOrganisation): Principal {
  return Object.freeze({
    organisation: Object.freeze({
      id: key.organisationId,
      tier: knownTier(key.tier),
      livemode: key.livemode,
      rateLimitOverrides: readRateLimitOverrides(key.rateLimitOverrides),
    }),
    actor: Object.freeze({ kind: "api-key", id: key.id, name: key.name }),
    scopes: Object.freeze(new Set<Scope>(scopes.filter((scope) => key.scopes.includes(scope)))),
  });
}

function knownTier(text: string): Tier {
  const tier = tiers.find((known) => known === text);
  if (!tier) throw new Error(`unknown tier ${text}`);
  return tier;
}
