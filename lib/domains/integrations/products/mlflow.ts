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

const word = z.string().regex(/^[a-z_]{1,50}$/, "must be a word in lower case");
const Envelope = z.object({ entity: word, action: word });

/** Names in what `mlflow.test_webhook` and the button "Test" send, which is signed and addressed like the real thing. */
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
 * A line of the table. Whatever the entity, `data` has some of these members. The value of a tag may be anything: its hash
 * is kept, which shows whether it was this or that.
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

/** Which deliveries become events: `entity` and `action` of the body. All others only show that it is alive. */
const rules = new Map<string, Rule>([
  ["registered_model.created", model("REGISTERED_MODEL_CREATED", "CONFIG_CHANGE")],
  ["model_version.created", model("MODEL_VERSION_CREATED", "TRAINING_COMPLETED")],
  ["model_version_tag.set", model("MODEL_VERSION_TAG_SET", "CONFIG_CHANGE")],
  ["model_version_tag.deleted", model("MODEL_VERSION_TAG_DELETED", "CONFIG_CHANGE")],
  // An alias is what serving reads: "champion" is the version that answers from then on.
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
