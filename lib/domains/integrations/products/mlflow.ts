import { createHash } from "node:crypto";
import { z } from "zod";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import {
  isMlflowSigned,
  OptionalText,
  type Product,
  present,
  type Rule,
  rule,
  Text,
  Time,
} from "@/lib/domains/integrations/products/product";
import { validate } from "@/lib/platform/http/validate";

/** Webhooks of the model and prompt registry of MLflow 3, as https://mlflow.org/docs/latest/ml/webhooks describes them. */
export const mlflow: Product = {
  deliveryIdHeader: "X-MLflow-Delivery-Id",
  isCaseSensitive: true,
  isSigned: isMlflowSigned,
  read(_headers, body) {
    const { entity, action } = validate(Envelope, body);
    const topic = `${entity}.${action}`;
    return { topic, translation: isExample(body) ? undefined : rules.get(topic)?.(body) };
  },
};

const word = z.string().regex(/^[a-z_]{1,50}$/, "must be a lower-case word");
const Envelope = z.object({ entity: word, action: word });

/**
 * Names in the deliveries of `mlflow.test_webhook` and the "Test" button, which are signed and addressed like real
 * ones.
 */
const exampleNames: readonly unknown[] = ["example_model", "example_prompt"];

function isExample(body: unknown): boolean {
  const { data } = body as { data?: { name?: unknown } | null };
  return exampleNames.includes(data?.name);
}

interface Line {
  kind: string;
  eventType: EventType;
  /** The registry's name for the kind of object that `name` identifies. */
  thing: "registeredModel" | "prompt";
}

/**
 * A row of the table. For each entity, `data` has some of these members. The value of a tag can be anything, so only
 * its hash is stored, which allows comparison.
 */
function line({ kind, eventType, thing }: Line): Rule {
  return rule(
    z.object({
      timestamp: Time,
      data: z.object({
        name: Text(250),
        version: OptionalText(50),
        run_id: OptionalText(100),
        alias: OptionalText(250),
        key: OptionalText(250),
        value: z.string().nullish(),
      }),
    }),
    ({ timestamp, data: { name, version, run_id, alias, key, value } }) => ({
      subject: name,
      eventType,
      severity: "INFO",
      occurredAt: timestamp,
      payload: present({
        kind,
        [thing]: name,
        ...(thing === "prompt" ? { promptVersion: version } : { modelVersion: version }),
        runId: run_id,
        alias,
        tag: key,
        valueHash: typeof value === "string" ? `sha256:${sha256(value)}` : undefined,
      }),
    }),
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const model = (kind: string, eventType: EventType) => line({ kind, eventType, thing: "registeredModel" });
const prompt = (kind: string, eventType: EventType) => line({ kind, eventType, thing: "prompt" });

/** Deliveries that create events, by the body's `entity` and `action`. All others only count as activity. */
const rules = new Map<string, Rule>([
  ["registered_model.created", model("REGISTERED_MODEL_CREATED", "CONFIG_CHANGE")],
  ["model_version.created", model("MODEL_VERSION_CREATED", "TRAINING_COMPLETED")],
  ["model_version_tag.set", model("MODEL_VERSION_TAG_SET", "CONFIG_CHANGE")],
  ["model_version_tag.deleted", model("MODEL_VERSION_TAG_DELETED", "CONFIG_CHANGE")],
  // Serving reads aliases: "champion" is the version in use from then on.
  ["model_version_alias.created", model("MODEL_VERSION_ALIAS_CREATED", "DEPLOYMENT")],
  ["model_version_alias.deleted", model("MODEL_VERSION_ALIAS_DELETED", "CONFIG_CHANGE")],
  ["prompt.created", prompt("PROMPT_CREATED", "CONFIG_CHANGE")],
  ["prompt_version.created", prompt("PROMPT_VERSION_CREATED", "CONFIG_CHANGE")],
  ["prompt_tag.set", prompt("PROMPT_TAG_SET", "CONFIG_CHANGE")],
  ["prompt_tag.deleted", prompt("PROMPT_TAG_DELETED", "CONFIG_CHANGE")],
  ["prompt_version_tag.set", prompt("PROMPT_VERSION_TAG_SET", "CONFIG_CHANGE")],
  ["prompt_version_tag.deleted", prompt("PROMPT_VERSION_TAG_DELETED", "CONFIG_CHANGE")],
  ["prompt_alias.created", prompt("PROMPT_ALIAS_CREATED", "DEPLOYMENT")],
  ["prompt_alias.deleted", prompt("PROMPT_ALIAS_DELETED", "CONFIG_CHANGE")],
]);
