import { expect, test } from "vitest";
import { mlflow } from "@/lib/domains/integrations/products/mlflow";
import { mlflowBodies } from "@/lib/domains/integrations/testing/payloads";

const read = (body: unknown) => mlflow.read(new Headers(), body);
const registeredModel = "credit-scoring";
const prompt = "decline-letter";
const modelVersion = "7";
const tag = "validation_status";
const alias = "champion";

const table: Record<keyof typeof mlflowBodies, [eventType: string, payload: object]> = {
  "registered_model.created": ["CONFIG_CHANGE", { kind: "REGISTERED_MODEL_CREATED", registeredModel }],
  "model_version.created": [
    "TRAINING_COMPLETED",
    { kind: "MODEL_VERSION_CREATED", registeredModel, modelVersion, runId: "abcd1234abcd5678" },
  ],
  "model_version_tag.set": [
    "CONFIG_CHANGE",
    {
      ...{ kind: "MODEL_VERSION_TAG_SET", registeredModel, modelVersion, tag },
      // printf approved | sha256sum
      valueHash: "sha256:2687f86ed6784b8a5fca36e6c468e12aa44dc3c7e8137e3160d1a95079bdcd02",
    },
  ],
  "model_version_tag.deleted": [
    "CONFIG_CHANGE",
    { kind: "MODEL_VERSION_TAG_DELETED", registeredModel, modelVersion, tag },
  ],
  "model_version_alias.created": [
    "DEPLOYMENT",
    { kind: "MODEL_VERSION_ALIAS_CREATED", registeredModel, modelVersion, alias },
  ],
  "model_version_alias.deleted": ["CONFIG_CHANGE", { kind: "MODEL_VERSION_ALIAS_DELETED", registeredModel, alias }],
  "prompt_version.created": ["CONFIG_CHANGE", { kind: "PROMPT_VERSION_CREATED", prompt, promptVersion: "3" }],
  "prompt_alias.created": [
    "DEPLOYMENT",
    { kind: "PROMPT_ALIAS_CREATED", prompt, promptVersion: "3", alias: "production" },
  ],
};

test.each(Object.entries(table))("reads %s", (topic, [eventType, payload]) => {
  const body = mlflowBodies[topic as keyof typeof mlflowBodies];
  expect(read(body)).toEqual({
    topic,
    translation: {
      subject: body.data.name,
      ...{ eventType, severity: "INFO", payload },
      occurredAt: "2025-11-20T09:00:00.217Z",
    },
  });
});

test.each([
  ["MLflow's test event", { entity: "model_version", action: "created", data: { name: "example_model" } }],
  ["an entity type of a later version", { entity: "budget_policy", action: "exceeded", data: { name: "b" } }],
  ["an inherited object property", { entity: "constructor", action: "name", data: { name: "b" } }],
])("ignores %s", (_name, body) => {
  expect(read({ timestamp: "2025-11-20T09:00:00+00:00", ...body }).translation).toBeUndefined();
});
