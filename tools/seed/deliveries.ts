import { createHmac } from "node:crypto";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import { hourMs } from "./timeline";

/** A delivery from a connected product. */
export interface ProductDelivery {
  kind: IntegrationKind;
  /** GitHub's event name. Other products name the event in the body. */
  event?: string;
  body: object;
}

const repository = (name: string) => ({ full_name: `northwind-bank/${name}` });
const person = (login: string) => ({ login, type: "User" });
const commit = (digit: string) => digit.repeat(40);

/** All deliveries in order. `eventId`: the event that a ticket mentions. */
export function deliveriesOf(endMs: number, eventId: string): ProductDelivery[] {
  const ago = (hours: number) => new Date(endMs - hours * hourMs);
  return [...github(ago), ...jira(ago, eventId), ...mlflow(ago)];
}

function github(ago: (hours: number) => Date): ProductDelivery[] {
  const delivery = (event: string, body: object): ProductDelivery => ({ kind: "GITHUB", event, body });
  const pull = {
    number: 214,
    base: { ref: "main" },
    head: { sha: commit("a") },
    updated_at: ago(4).toISOString(),
    merged: true,
    merged_at: ago(4).toISOString(),
    merged_by: person("amara-okafor"),
    merge_commit_sha: commit("b"),
  };
  const review = {
    id: 9_001,
    state: "approved",
    user: person("lukas-brandt"),
    commit_id: commit("a"),
    submitted_at: ago(4.1).toISOString(),
  };
  const deployment = (id: number, hours: number, ref: string) => ({
    ...{ id, ref, sha: commit("c"), environment: "production" },
    created_at: ago(hours).toISOString(),
    creator: person("release-manager"),
  });
  const outcome = (state: string, hours: number) => ({ state, created_at: ago(hours).toISOString() });
  const scoring = { repository: repository("credit-scoring") };
  const fraud = { repository: repository("card-fraud") };
  return [
    delivery("ping", { zen: "Anything added dilutes everything else.", hook_id: 4_711, ...scoring }),
    delivery("pull_request_review", { action: "submitted", review, pull_request: pull, ...scoring }),
    delivery("pull_request", { action: "closed", pull_request: pull, ...scoring }),
    delivery("release", {
      action: "published",
      release: {
        tag_name: "v4.2.0",
        prerelease: false,
        published_at: ago(3).toISOString(),
        author: person("amara-okafor"),
      },
      ...scoring,
    }),
    delivery("deployment", { action: "created", deployment: deployment(501, 3, "v4.2.0"), ...scoring }),
    delivery("deployment_status", {
      action: "created",
      deployment: deployment(501, 3, "v4.2.0"),
      deployment_status: outcome("success", 2.99),
      ...scoring,
    }),
    // The second attempt succeeds, and deploys another version than the registered one.
    delivery("deployment", { action: "created", deployment: deployment(502, 1, "2026.4-rc1"), ...fraud }),
    delivery("deployment_status", {
      action: "created",
      deployment: deployment(502, 1, "2026.4-rc1"),
      deployment_status: outcome("failure", 0.99),
      ...fraud,
    }),
    delivery("deployment_status", {
      action: "created",
      deployment: deployment(502, 1, "2026.4-rc1"),
      deployment_status: outcome("success", 0.9),
      ...fraud,
    }),
  ];
}

function jira(ago: (hours: number) => Date, eventId: string): ProductDelivery[] {
  const delivery = (webhookEvent: string, hours: number, more: object): ProductDelivery => ({
    kind: "JIRA",
    body: {
      webhookEvent,
      timestamp: ago(hours).getTime(),
      user: { accountId: "557058:amara", accountType: "atlassian" },
      ...more,
    },
  });
  const issue = (status: string) => ({
    key: "RISK-318",
    self: "https://northwind.atlassian.net/rest/api/2/10318",
    fields: {
      summary: "Explain the latest decision to the model risk committee",
      description: `The committee has a question about ${eventId}.`,
      status: { name: status },
      issuetype: { name: "Task" },
    },
  });
  const moved = { items: [{ field: "status", fromString: "To Do", toString: "In Review" }] };
  return [
    delivery("jira:issue_created", 2, { issue: issue("To Do") }),
    delivery("jira:issue_updated", 1.5, { issue: issue("In Review"), changelog: moved }),
    delivery("comment_created", 1.4, { issue: issue("In Review"), comment: { body: "Explained. Minutes to follow." } }),
  ];
}

function mlflow(ago: (hours: number) => Date): ProductDelivery[] {
  const delivery = (entity: string, action: string, hours: number, data: object): ProductDelivery => ({
    kind: "MLFLOW",
    body: { entity, action, timestamp: ago(hours).toISOString(), data: { name: "credit-scoring", ...data } },
  });
  return [
    delivery("model_version", "created", 5, { version: "43", run_id: "9f3c2a71d0b84e55" }),
    delivery("model_version_tag", "set", 4.5, { version: "43", key: "validation_status", value: "approved" }),
    delivery("model_version_alias", "created", 3.1, { version: "43", alias: "champion" }),
  ];
}

interface SignedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** Signs a delivery with its product's signature scheme. */
export function signDelivery(
  { kind, event = "", body: content }: ProductDelivery,
  secret: string,
  id: string,
): SignedDelivery {
  const body = JSON.stringify(content);
  const hmac = (text: string) => createHmac("sha256", secret).update(text);
  const json = { "Content-Type": "application/json" };
  if (kind === "GITHUB") {
    const signature = `sha256=${hmac(body).digest("hex")}`;
    const headers = { "X-GitHub-Event": event, "X-GitHub-Delivery": id, "X-Hub-Signature-256": signature };
    return { headers: { ...json, ...headers }, body };
  }
  if (kind === "JIRA") {
    const signature = `sha256=${hmac(body).digest("hex")}`;
    return { headers: { ...json, "X-Atlassian-Webhook-Identifier": id, "X-Hub-Signature": signature }, body };
  }
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = `v1,${hmac(`${id}.${seconds}.${body}`).digest("base64")}`;
  const headers = { "X-MLflow-Delivery-Id": id, "X-MLflow-Timestamp": seconds, "X-MLflow-Signature": signature };
  return { headers: { ...json, ...headers }, body };
}
