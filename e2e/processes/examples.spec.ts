import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { command } from "../support/evidence";
import type { TestOrganisation } from "../support/organisation";
import { expect, test } from "./fixtures";

const examples = join(import.meta.dirname, "../../docs/examples");
const client = join(import.meta.dirname, "../../clients/python");

interface Recorded {
  eventType: string;
  severity: string;
  payload: Record<string, unknown>;
  verified: boolean;
}

async function eventsOf({ api }: TestOrganisation, tag: string): Promise<Recorded[]> {
  const { body } = await api.get<{ data: Recorded[] }>(`/v1/audit?tags=${tag}&limit=100`);
  return body.data.reverse();
}

function python(folder: string, program: string, settings: Record<string, string>) {
  const path = [client, join(examples, folder)].join(":");
  return command("python3", ["-W", "error", "-c", program], { ...settings, PYTHONPATH: path });
}

test("the callback for LiteLLM records calls without their texts", async ({ organisation, application }) => {
  const { id: modelId } = await organisation.model();
  const key = await organisation.key(["audit:write"]);
  // The arguments that LiteLLM documents for custom callbacks.
  const program = `
import asyncio
from datetime import datetime, timedelta
from governance_callback import callback, queue

start = datetime(2026, 1, 15, 10)
end = start + timedelta(milliseconds=420)
messages = [{"role": "user", "content": "Is Ada Example creditworthy?"}]
call = {
    "id": "chatcmpl-1", "call_type": "acompletion", "model": "gpt-5", "model_group": "assistant",
    "custom_llm_provider": "openai", "prompt_tokens": 12, "completion_tokens": 3, "response_cost": 0.0004,
    "cache_hit": False, "messages": messages, "response": {"content": "Yes."},
}
kwargs = {"model": "gpt-5", "messages": messages, "standard_logging_object": call}
callback.log_success_event(kwargs, None, start, end)
asyncio.run(callback.async_log_success_event(kwargs, None, start, end))
failed = {**call, "response": None, "error_information": {"error_class": "RateLimitError"}}
asyncio.run(callback.async_log_failure_event({**kwargs, "standard_logging_object": failed}, None, start, end))
unknown = {**call, "model_group": "other"}
callback.log_success_event({**kwargs, "standard_logging_object": unknown}, None, start, end)
queue.flush(timeout=30)
`;
  const { status, out } = await python("llm-gateway", program, {
    GOVERNANCE_URL: application.url,
    GOVERNANCE_API_KEY: key.key,
    GOVERNANCE_MODEL_IDS: JSON.stringify({ assistant: modelId }),
  });
  expect(status, out).toBe(0);
  const events = await eventsOf(organisation, "litellm");
  expect(events.map(({ payload, severity }) => [payload.outcome, severity])).toEqual([
    ["ANSWERED", "INFO"],
    ["ANSWERED", "INFO"],
    ["FAILED", "MEDIUM"],
  ]);
  expect(events[0]).toMatchObject({
    eventType: "INFERENCE",
    verified: true,
    payload: { callId: "chatcmpl-1", provider: "openai", latencyMs: 420, promptTokens: 12, costUSD: 0.0004 },
  });
  expect(events[2]?.payload).toMatchObject({ errorClass: "RateLimitError" });
  expect(JSON.stringify(events)).not.toMatch(/Ada|creditworthy|Yes\./);
});

test("the store for MLflow records changes and deletions of versions, stages and aliases", async ({
  organisation,
  application,
}) => {
  const { id: modelId } = await organisation.model();
  const key = await organisation.key(["audit:write"]);
  // A registry with the signatures of MLflow's AbstractStore.
  const program = `
import os
from types import SimpleNamespace
from governance_audit import GovernanceClient
from governance_mlflow import AuditedStore

class Registry:
    def create_model_version(self, name, source, run_id=None, tags=None, run_link=None, description=None):
        return SimpleNamespace(name=name, version="7", run_id=run_id)
    def transition_model_version_stage(self, name, version, stage, archive_existing_versions):
        if version == "8":
            raise LookupError("no such version")
        return SimpleNamespace(name=name, version=version)
    def copy_model_version(self, src_mv, dst_name):
        return SimpleNamespace(name=dst_name, version="8", run_id=None)
    def delete_model_version(self, name, version): pass
    def delete_registered_model(self, name): pass
    def set_registered_model_alias(self, name, alias, version): pass
    def delete_registered_model_alias(self, name, alias): pass
    def get_registered_model(self, name):
        return "the registry's own"

client = GovernanceClient(os.environ["GOVERNANCE_URL"], os.environ["GOVERNANCE_API_KEY"])
store = AuditedStore(Registry(), client, {"scoring": os.environ["MODEL_ID"]})
assert store.create_model_version("scoring", "runs:/1", run_id="run-1").version == "7"
store.transition_model_version_stage("scoring", "7", "Production", True)
store.transition_model_version_stage("scoring", "6", "Archived", False)
assert store.copy_model_version(SimpleNamespace(name="staging", version="3"), "scoring").version == "8"
store.set_registered_model_alias("scoring", "champion", "7")
store.delete_registered_model_alias("scoring", "champion")
store.delete_model_version("scoring", "6")
store.delete_registered_model("scoring")
store.set_registered_model_alias("ungoverned", "champion", "1")
assert store.get_registered_model("scoring") == "the registry's own"
try:
    store.transition_model_version_stage("scoring", "8", "Production", True)
except LookupError:
    print("not recorded")
`;
  const { status, out } = await python("mlflow", program, {
    GOVERNANCE_URL: application.url,
    GOVERNANCE_API_KEY: key.key,
    MODEL_ID: modelId,
  });
  expect(status, out).toBe(0);
  const events = await eventsOf(organisation, "mlflow");
  expect(events.map(({ eventType, payload }) => [eventType, payload])).toEqual([
    [
      "TRAINING_COMPLETED",
      { kind: "MODEL_VERSION_CREATED", registeredModel: "scoring", modelVersion: "7", runId: "run-1" },
    ],
    [
      "DEPLOYMENT",
      {
        ...{ kind: "MODEL_VERSION_STAGE_CHANGED", registeredModel: "scoring", modelVersion: "7", stage: "Production" },
        archivedExistingVersions: true,
      },
    ],
    [
      "CONFIG_CHANGE",
      { kind: "MODEL_VERSION_STAGE_CHANGED", registeredModel: "scoring", modelVersion: "6", stage: "Archived" },
    ],
    [
      "TRAINING_COMPLETED",
      { kind: "MODEL_VERSION_CREATED", registeredModel: "scoring", modelVersion: "8", copiedFrom: "staging/3" },
    ],
    [
      "DEPLOYMENT",
      { kind: "MODEL_VERSION_ALIAS_CREATED", registeredModel: "scoring", modelVersion: "7", alias: "champion" },
    ],
    ["CONFIG_CHANGE", { kind: "MODEL_VERSION_ALIAS_DELETED", registeredModel: "scoring", alias: "champion" }],
    ["CONFIG_CHANGE", { kind: "MODEL_VERSION_DELETED", registeredModel: "scoring", modelVersion: "6" }],
    ["CONFIG_CHANGE", { kind: "REGISTERED_MODEL_DELETED", registeredModel: "scoring" }],
  ]);
});

test("the action for GitHub records each deployment once, and fails with the service's error", async ({
  organisation,
  application,
}) => {
  const { id: modelId } = await organisation.model();
  const key = await organisation.key(["audit:write"]);
  const folder = join(examples, "deployment-action");
  const action = parse(await readFile(join(folder, "action.yml"), "utf8")) as Action;
  const scratch = await mkdtemp(join(tmpdir(), "deployment-action-"));
  const outputs = join(scratch, "output");

  /** Runs the step like a runner: inputs by expressions, and bash with the runner's options. */
  const run = (given: Record<string, string>, jobIndex = "0") => {
    const [step] = action.runs.steps;
    const inputs: Record<string, string> = { "model-version": "4.2.0", status: "success", ...given };
    const env = Object.entries(step.env).map(([name, text]) => [
      name,
      text
        .replaceAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, input: string) => inputs[input] ?? "")
        .replace(/\$\{\{ strategy\.job-index \}\}/, jobIndex),
    ]);
    return command("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      ...Object.fromEntries(env),
      GITHUB_ACTION_PATH: folder,
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: join(scratch, "summary"),
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "example-bank/credit-scoring",
      GITHUB_SHA: "8f4c2d1",
      GITHUB_REF: "refs/heads/main",
      GITHUB_WORKFLOW: "Deploy",
      GITHUB_ACTOR: "ada",
      GITHUB_JOB: "deploy",
      GITHUB_RUN_ID: "17",
      GITHUB_RUN_ATTEMPT: "1",
    });
  };
  const inputs = { url: application.url, "api-key": key.key, "model-id": modelId, environment: "production" };
  // A repetition, and a further job of the same matrix.
  const repeated = { ...inputs, url: `${inputs.url}/` };
  for (const { status, out } of [await run(inputs), await run(repeated), await run(inputs, "1")]) {
    expect(status, out).toBe(0);
  }
  const rejected = await run({ ...inputs, "model-id": "mdl_none" });
  expect(rejected.status).toBe(1);
  expect(rejected.out).toContain("::error title=The deployment was not recorded::model_not_registered: ");
  expect(rejected.out).not.toContain(key.key);

  const events = await eventsOf(organisation, "github-actions");
  expect(events).toHaveLength(2);
  expect(events).toMatchObject(
    Array(2).fill({
      eventType: "DEPLOYMENT",
      severity: "INFO",
      verified: true,
      payload: {
        modelVersion: "4.2.0",
        environment: "production",
        status: "success",
        commit: "8f4c2d1",
        runUrl: "https://github.com/example-bank/credit-scoring/actions/runs/17/attempts/1",
      },
    }),
  );
  const lines = (await readFile(outputs, "utf8")).trim().split("\n");
  expect(lines[0]).toMatch(/^event-id=evt_/);
  expect(JSON.parse(lines[1]?.replace("receipt=", "") ?? "")).toMatchObject({ organisationId: organisation.id });
  await rm(scratch, { recursive: true });
});

interface Action {
  runs: { steps: [{ run: string; env: Record<string, string> }] };
}
