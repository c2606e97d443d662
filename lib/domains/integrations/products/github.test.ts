import { expect, test } from "vitest";
import { github } from "@/lib/domains/integrations/products/github";
import { type GithubBody, githubExample, githubExamples } from "@/lib/domains/integrations/testing/github-examples";

const read = (event: string, body: unknown) => github.read(new Headers({ "X-GitHub-Event": event }), body);

/** An example with some members of one of its parts replaced. */
function changed(event: string, action: string, part: string, members: object): GithubBody {
  const body = githubExample(event, action);
  return { ...body, [part]: { ...(body[part] as object), ...members } };
}

const repository = "Codertocat/Hello-World";
const deployed = {
  ...{ repository, deploymentId: 145988746, environment: "production", modelVersion: "master" },
  commit: "f95f852bd8fca8fcc58a9a2d6c842781e32a215e",
};
const reviewed = {
  ...{ kind: "PULL_REQUEST_REVIEW", repository, pullRequest: 2, reviewId: 237895671, reviewer: "Codertocat" },
  commit: "ec26c3e57ca3a959ca5aad62de7213c562f8c821",
};
const mergedBody = changed("pull_request", "closed", "pull_request", {
  ...{ merged: true, merged_at: "2019-05-15T15:20:34Z", merged_by: { login: "octocat", type: "User" } },
});

type Row = [name: string, event: string, body: GithubBody, becomes: [string, string, string, object] | undefined];

const table: Row[] = [
  [
    "a deployment",
    "deployment",
    githubExample("deployment", "created"),
    [
      ...(["DEPLOYMENT", "INFO", "2019-05-15T15:20:53.000Z"] as const),
      { kind: "DEPLOYMENT_REQUESTED", ...deployed, initiatedBy: "Codertocat" },
    ],
  ],
  [
    "a successful deployment",
    "deployment_status",
    githubExample("deployment_status", "created"),
    ["DEPLOYMENT", "INFO", "2019-05-15T15:20:55.000Z", { kind: "DEPLOYMENT_STATUS", ...deployed, state: "SUCCESS" }],
  ],
  [
    "a failed deployment",
    "deployment_status",
    changed("deployment_status", "created", "deployment_status", { state: "failure" }),
    ["DEPLOYMENT", "MEDIUM", "2019-05-15T15:20:55.000Z", { kind: "DEPLOYMENT_STATUS", ...deployed, state: "FAILURE" }],
  ],
  [
    "a deployment in progress",
    "deployment_status",
    changed("deployment_status", "created", "deployment_status", { state: "in_progress" }),
    undefined,
  ],
  [
    "a merge",
    "pull_request",
    mergedBody,
    [
      ...(["CONFIG_CHANGE", "INFO", "2019-05-15T15:20:34.000Z"] as const),
      {
        ...{ kind: "PULL_REQUEST_MERGED", repository, pullRequest: 2, branch: "master", changedBy: "octocat" },
        commit: "c4295bd74fb0f4fda03689c3df3f2803b658fd85",
      },
    ],
  ],
  ["a pull request closed without a merge", "pull_request", githubExample("pull_request", "closed"), undefined],
  ["an opened pull request", "pull_request", githubExample("pull_request", "opened"), undefined],
  [
    "a review",
    "pull_request_review",
    changed("pull_request_review", "submitted", "review", { state: "approved" }),
    ["HUMAN_REVIEW", "INFO", "2019-05-15T15:20:38.000Z", { ...reviewed, outcome: "APPROVED" }],
  ],
  [
    "a dismissed review",
    "pull_request_review",
    githubExample("pull_request_review", "dismissed"),
    ["HUMAN_REVIEW", "INFO", "2019-05-15T15:20:38.000Z", { ...reviewed, outcome: "DISMISSED" }],
  ],
  [
    "a review by a bot",
    "pull_request_review",
    changed("pull_request_review", "submitted", "review", { user: { login: "linter[bot]", type: "Bot" } }),
    undefined,
  ],
  [
    "a release",
    "release",
    githubExample("release", "published"),
    [
      ...(["CONFIG_CHANGE", "INFO", "2019-05-15T15:20:53.000Z"] as const),
      { kind: "RELEASE_PUBLISHED", repository, version: "0.0.1", prerelease: false, changedBy: "Codertocat" },
    ],
  ],
  ["a draft release", "release", githubExample("release", "created"), undefined],
  ["a ping", "ping", githubExample("ping"), undefined],
  ["an inherited object property", "constructor", githubExample("ping"), undefined],
];

test.each(table)("reads %s", (_name, event, body, becomes) => {
  const { translation, topic } = read(event, body);
  expect(topic).toBe(body.action === undefined ? event : `${event}.${body.action}`);
  if (!becomes) expect(translation).toBeUndefined();
  else {
    const [eventType, severity, occurredAt, payload] = becomes;
    expect(translation).toEqual({ subject: repository, eventType, severity, occurredAt, payload });
  }
});

test("only events in the table are recorded from GitHub's examples", () => {
  const becoming = new Set<string>();
  for (const [event, body] of githubExamples) {
    const { topic, translation } = read(event, body);
    if (translation) becoming.add(topic);
  }
  expect(githubExamples.length).toBeGreaterThan(300);
  expect([...becoming].sort()).toEqual([
    "deployment.created",
    "deployment_status.created",
    "pull_request_review.dismissed",
    "pull_request_review.submitted",
    "release.published",
  ]);
});

test("stores no titles, texts, names or addresses", () => {
  const secret = "Confidential text <ada@example.com>";
  const bodies: [string, GithubBody][] = [
    [
      "pull_request",
      { ...mergedBody, pull_request: { ...(mergedBody.pull_request as object), title: secret, body: secret } },
    ],
    ["pull_request_review", changed("pull_request_review", "submitted", "review", { body: secret })],
    ["release", changed("release", "published", "release", { name: secret, body: secret })],
    ["deployment", changed("deployment", "created", "deployment", { description: secret, payload: { secret } })],
  ];
  for (const [event, body] of bodies) {
    const sent = { ...body, sender: { login: "x", email: secret, name: secret } };
    const { translation } = read(event, sent);
    expect(translation).toBeDefined();
    expect(JSON.stringify(translation)).not.toContain("ada@example.com");
  }
});

test.each(["", "Ping", "pull request", "pull_request, ping", "x".repeat(101)])("rejects event name %j", (event) => {
  expect(() => read(event, {})).toThrow(
    expect.objectContaining({
      code: "validation_failed",
      details: [expect.objectContaining({ path: "header X-GitHub-Event" })],
    }),
  );
});

test("rejects a deployment without a repository", () => {
  expect(() => read("deployment", { action: "created", deployment: { id: "x" } })).toThrow(
    expect.objectContaining({ code: "validation_failed", status: 400 }),
  );
});
