import { createHmac } from "node:crypto";
import type { IntegrationKind } from "@/lib/domains/integrations/vocabulary";

const dayMs = 24 * 60 * 60 * 1000;

/** What a product tells the demo of, some time before the end of its past. */
export interface ToldDelivery {
  kind: IntegrationKind;
  /** GitHub's name of the event; the others say it in the body. */
  event?: string;
  body: object;
}

const repository = (name: string) => ({ full_name: `northwind-bank/${name}` });
const person = (login: string) => ({ login, type: "User" });
const commit = (digit: string) => digit.repeat(40);

/** Everything that the products tell, in the order in which it came. `eventId`: what a ticket asks about. */
export function deliveriesOf(endMs: number, eventId: string): ToldDelivery[] {
  const ago = (days: number) => new Date(endMs - days * dayMs);
  return [...github(ago), ...jira(ago, eventId), ...mlflow(ago)];
}

function github(ago: (days: number) => Date): ToldDelivery[] {
  const told = (event: string, body: object): ToldDelivery => ({ kind: "GITHUB", event, body });
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
  const deployment = (id: number, days: number, ref: string) => ({
    ...{ id, ref, sha: commit("c"), environment: "production" },
    created_at: ago(days).toISOString(),
    creator: person("release-manager"),
  });
  const outcome = (state: string, days: number) => ({ state, created_at: ago(days).toISOString() });
  const scoring = { repository: repository("credit-scoring") };
  const fraud = { repository: repository("card-fraud") };
  return [
    told("ping", { zen: "Anything added dilutes everything else.", hook_id: 4_711, ...scoring }),
    told("pull_request_review", { action: "submitted", review, pull_request: pull, ...scoring }),
    told("pull_request", { action: "closed", pull_request: pull, ...scoring }),
    told("release", {
      action: "published",
      release: {
        tag_name: "v4.2.1",
        prerelease: false,
        published_at: ago(3).toISOString(),
        author: person("amara-okafor"),
      },
      ...scoring,
    }),
    told("deployment", { action: "created", deployment: deployment(501, 3, "v4.2.1"), ...scoring }),
    told("deployment_status", {
      action: "created",
      deployment: deployment(501, 3, "v4.2.1"),
      deployment_status: outcome("success", 2.99),
      ...scoring,
    }),
    told("deployment", { action: "created", deployment: deployment(502, 1, "2026.4-rc1"), ...fraud }),
    told("deployment_status", {
      action: "created",
      deployment: deployment(502, 1, "2026.4-rc1"),
      deployment_status: outcome("failure", 0.99),
      ...fraud,
    }),
  ];
}

function jira(ago: (days: number) => Date, eventId: string): ToldDelivery[] {
  const told = (webhookEvent: string, days: number, more: object): ToldDelivery => ({
    kind: "JIRA",
    body: {
      webhookEvent,
      timestamp: ago(days).getTime(),
      user: { accountId: "557058:amara", accountType: "atlassian" },
      ...more,
    },
  });
  const issue = (status: string) => ({
    key: "RISK-318",
    self: "https://northwind.atlassian.net/rest/api/2/10318",
    fields: {
      summary: "Explain the newest decision to the model risk committee",
      description: `The committee asks about ${eventId}.`,
      status: { name: status },
      issuetype: { name: "Task" },
    },
  });
  const moved = { items: [{ field: "status", fromString: "To Do", toString: "In Review" }] };
  return [
    told("jira:issue_created", 2, { issue: issue("To Do") }),
    told("jira:issue_updated", 1.5, { issue: issue("In Review"), changelog: moved }),
    told("comment_created", 1.4, { issue: issue("In Review"), comment: { body: "Explained; minutes follow." } }),
  ];
}

function mlflow(ago: (days: number) => Date): ToldDelivery[] {
  const told = (entity: string, action: string, days: number, data: object): ToldDelivery => ({
    kind: "MLFLOW",
    body: { entity, action, timestamp: ago(days).toISOString(), data: { name: "credit-scoring", ...data } },
  });
  return [
    told("model_version", "created", 5, { version: "43", run_id: "9f3c2a71d0b84e55" }),
    told("model_version_tag", "set", 4.5, { version: "43", key: "validation_status", value: "approved" }),
    told("model_version_alias", "created", 3.1, { version: "43", alias: "champion" }),
  ];
}

interface SignedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** Signs a delivery with the scheme of its product, as the product does. */
export function signDelivery(
  { kind, event = "", body: said }: ToldDelivery,
  secret: string,
  id: string,
): SignedDelivery {
  const body = JSON.stringify(said);
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
