import { z } from "zod";
import { scopes } from "@/lib/platform/core/roles";
import {
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  Rotation,
  Timestamp,
  ValueOf,
  VisibleLine,
} from "@/lib/platform/http/schemas";

const Scope = z.enum(scopes).meta({ id: "Scope" });

/** The operation checks that `expiresAt` is in the future. */
export const CreateApiKey = z
  .strictObject({
    name: VisibleLine(100).meta({ description: "Name of the key, such as the name of the application that uses it" }),
    scopes: z
      .array(Scope)
      .min(1)
      .max(scopes.length)
      .refine((given) => new Set(given).size === given.length, "must not contain duplicates")
      .meta({ uniqueItems: true }),
    expiresAt: Timestamp.nullish().meta({
      description:
        "When the key expires. If omitted, the key has the default lifetime of the organisation (`apiKeyLifetimeDays`). If `null`, the key does not expire.",
    }),
  })
  .meta({ id: "CreateApiKey", examples: [{ name: "Credit scoring API", scopes: ["audit:read", "audit:write"] }] });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const RotateApiKey = Rotation("RotateApiKey", "How long the old key stays valid, in seconds");
export type RotateApiKey = z.infer<typeof RotateApiKey>;

export const ApiKeyStatus = z.enum(["ACTIVE", "EXPIRED", "REVOKED"]);
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

/** Never includes the key itself. */
export const ApiKey = z
  .object({
    id: Id("apiKey"),
    name: z.string().meta({ examples: ["Credit scoring API"] }),
    hint: z
      .string()
      .meta({ description: "The prefix and the last four characters of the key", examples: ["gas_live_…x7Qa"] }),
    livemode: z.boolean(),
    scopes: z.array(ValueOf(scopes)).meta({ examples: [["audit:read", "audit:write"]] }),
    status: ApiKeyStatus,
    createdAt: IsoMilliseconds,
    createdBy: z
      .string()
      .nullable()
      .meta({
        description:
          "The member or API key that created the key: an e-mail address, or `API key` and its name. `null` if the service or its operator created the key.",
        examples: ["ada@example.com"],
      }),
    expiresAt: IsoMilliseconds.nullable().meta({ examples: ["2027-01-15T10:00:00.000Z"] }),
    revokedAt: IsoMilliseconds.nullable().meta({ examples: [null] }),
    lastUsedAt: IsoMilliseconds.nullable().meta({ description: "When the key was last used, accurate to the minute" }),
    replacedById: Id("apiKey")
      .nullable()
      .meta({ description: "ID of the key that replaced this key when it was rotated", examples: [null] }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z
    .string()
    .optional()
    .meta({
      description:
        "The API key. Returned only once. The response to a repeated request with the same `Idempotency-Key` omits it.",
      examples: ["gas_live_4f9QmXs0aLr7Vb2TzYw8Ke1PdNc6Hg_0xE9aB"],
    }),
}).meta({ id: "CreatedApiKey" });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ListApiKeys = ListQuery({});
export type ListApiKeys = z.infer<typeof ListApiKeys>;

export const ApiKeyList = ListOf("ApiKeyList", ApiKey);
export type ApiKeyList = z.infer<typeof ApiKeyList>;
