import { createApiKey } from "@/lib/domains/api-keys";
import type { CreateApiKey } from "@/lib/domains/api-keys/schemas";
import { initialiseNewSigner } from "@/lib/domains/audit-chain";
import { registerModel } from "@/lib/domains/models";
import type { Model, RegisterModel } from "@/lib/domains/models/schemas";
import { createOrganisation } from "@/lib/domains/organisations";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { createEndpoint } from "@/lib/domains/webhooks";
import type { CreatedWebhookEndpoint, CreateWebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context, OrganisationContext } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import { type Api, apiClient } from "./api";

export interface TestKey {
  id: string;
  /** The API key, sent after `Bearer`. */
  key: string;
  /** A client that sends the key. */
  api: Api;
}

/** An organisation for one test. Its chain begins with the events that record its keys. */
export interface TestOrganisation extends OrganisationContext {
  name: string;
  systemModelId: string;
  /** A key with all scopes. */
  apiKey: TestKey;
  /** A client with that key. */
  api: Api;
  /** A client of another process of the application, with the given key or the one with all scopes. */
  at(url: string, key?: TestKey): Api;
  /** Creates another key. */
  key(scopes: Scope[], settings?: Partial<Omit<CreateApiKey, "scopes">>): Promise<TestKey>;
  /** Registers a model. */
  model(overrides?: Partial<RegisterModel>): Promise<Model>;
  /** Creates a webhook endpoint. By default, it is subscribed to an event that does not occur in API tests. */
  endpoint(overrides?: Partial<CreateWebhookEndpoint>): Promise<CreatedWebhookEndpoint & { signingSecret: string }>;
}

/** Creates an organisation (by default live and ENTERPRISE) through the service's own operations. */
export async function makeOrganisation(
  url: string,
  overrides: Partial<CreateOrganisation> = {},
): Promise<TestOrganisation> {
  const settings = {
    name: "Test organisation",
    tier: "ENTERPRISE",
    livemode: true,
    ownerEmail: "owner@example.com",
    contentErasure: true,
    ...overrides,
  } as const;
  // Like the command that creates organisations: the first organisation can be created before the service has run.
  await initialiseNewSigner(systemClock);
  const { id, systemModelId } = await createOrganisation(settings, systemClock);
  const { name, tier, livemode, rateLimitOverrides = {} } = settings;
  const organisation: OrganisationContext = { id, tier, livemode, rateLimitOverrides };
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "e2e" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };

  async function key(allowed: Scope[], settings: Partial<Omit<CreateApiKey, "scopes">> = {}): Promise<TestKey> {
    const created = await createApiKey(ctx, { name: "Test key", ...settings, scopes: allowed });
    return { id: created.id, key: created.key, api: apiClient(url, created.key) };
  }

  const apiKey = await key([...scopes]);
  return {
    ...organisation,
    name,
    systemModelId,
    apiKey,
    api: apiKey.api,
    at: (other, { key: secret } = apiKey) => apiClient(other, secret),
    key,
    model: (overrides = {}) => registerModel(ctx, { name: "Test model", ...overrides }),
    endpoint: (overrides = {}) => createEndpoint(ctx, { ...quietEndpoint, ...overrides }),
  };
}

const quietEndpoint = {
  url: "https://hooks.example.com/",
  events: ["evidence.expired" as const],
  description: "",
  active: true,
};
