import { z } from "zod";
import {
  isHubSigned,
  OptionalText,
  type Product,
  present,
  type Rule,
  rule,
  Text,
  Time,
} from "@/lib/domains/integrations/products/product";
import { validationFailed } from "@/lib/platform/core/errors";

/** Webhooks of GitHub, as https://docs.github.com/webhooks describes them. */
export const github: Product = {
  deliveryIdHeader: "X-GitHub-Delivery",
  isCaseSensitive: false,
  isSigned: (request, secret) => isHubSigned(request, "x-hub-signature-256", secret),
  read(headers, body) {
    const event = headers.get("x-github-event") ?? "";
    if (!word.test(event)) {
      throw validationFailed([{ path: "header X-GitHub-Event", message: "must be the name of an event" }]);
    }
    const { action } = body as { action?: unknown };
    const topic = typeof action === "string" && word.test(action) ? `${event}.${action}` : event;
    return { topic, translation: rules.get(topic)?.(body) };
  },
};

const word = /^[a-z0-9_]{1,100}$/;

const Repository = z.object({ full_name: Text(200) });
/** A GitHub user. Only the handle of a person is stored. */
const User = z.object({ login: Text(100), type: OptionalText(20) });
const Deployment = z.object({ id: z.int(), ref: Text(250), sha: Text(64), environment: Text(200) });
const PullRequest = z.object({
  number: z.int(),
  base: z.object({ ref: Text(250) }),
  head: z.object({ sha: Text(64) }),
  updated_at: Time,
});

/** Final states of a deployment, with their severity. Other states are intermediate. */
const finalStates = new Map([
  ["success", "INFO"],
  ["inactive", "INFO"],
  ["failure", "MEDIUM"],
  ["error", "MEDIUM"],
] as const);

const deployment = rule(
  z.object({ deployment: Deployment.extend({ created_at: Time, creator: User.nullish() }), repository: Repository }),
  ({ deployment: { id, ref, sha, environment, created_at, creator }, repository }) => ({
    subject: repository.full_name,
    eventType: "DEPLOYMENT",
    severity: "INFO",
    occurredAt: created_at,
    payload: present({
      kind: "DEPLOYMENT_REQUESTED",
      repository: repository.full_name,
      deploymentId: id,
      environment,
      modelVersion: ref,
      commit: sha,
      initiatedBy: creator?.login,
    }),
  }),
);

const deploymentStatus = rule(
  z.object({
    deployment_status: z.object({ state: z.string(), created_at: Time }),
    deployment: Deployment,
    repository: Repository,
  }),
  ({ deployment_status: { state, created_at }, deployment: { id, ref, sha, environment }, repository }) => {
    const severity = (finalStates as ReadonlyMap<string, "INFO" | "MEDIUM">).get(state);
    if (severity === undefined) return undefined;
    return {
      subject: repository.full_name,
      eventType: "DEPLOYMENT",
      severity,
      occurredAt: created_at,
      payload: {
        kind: "DEPLOYMENT_STATUS",
        repository: repository.full_name,
        deploymentId: id,
        environment,
        modelVersion: ref,
        commit: sha,
        state: state.toUpperCase(),
      },
    };
  },
);

const merged = rule(
  z.object({
    pull_request: PullRequest.extend({
      merged: z.boolean().nullish(),
      merged_at: Time,
      merged_by: User.nullish(),
      merge_commit_sha: OptionalText(64),
    }),
    repository: Repository,
  }),
  ({ pull_request: { merged: isMerged, number, base, merged_at, merged_by, merge_commit_sha }, repository }) => {
    // A pull request closed without a merge changes nothing.
    if (isMerged !== true) return undefined;
    return {
      subject: repository.full_name,
      eventType: "CONFIG_CHANGE",
      severity: "INFO",
      occurredAt: merged_at,
      payload: present({
        kind: "PULL_REQUEST_MERGED",
        repository: repository.full_name,
        pullRequest: number,
        branch: base.ref,
        commit: merge_commit_sha,
        changedBy: merged_by?.login,
      }),
    };
  },
);

const review = (isDismissal: boolean) =>
  rule(
    z.object({
      review: z.object({
        id: z.int(),
        state: Text(50),
        user: User.nullish(),
        commit_id: OptionalText(64),
        submitted_at: Time,
      }),
      pull_request: PullRequest,
      repository: Repository,
    }),
    ({ review: { id, state, user, commit_id, submitted_at }, pull_request, repository }) => {
      // A review by a bot is not a human review.
      if (user?.type === "Bot") return undefined;
      return {
        subject: repository.full_name,
        eventType: "HUMAN_REVIEW",
        severity: "INFO",
        occurredAt: isDismissal ? pull_request.updated_at : submitted_at,
        payload: present({
          kind: "PULL_REQUEST_REVIEW",
          repository: repository.full_name,
          pullRequest: pull_request.number,
          reviewId: id,
          commit: commit_id ?? pull_request.head.sha,
          outcome: isDismissal ? "DISMISSED" : state.toUpperCase(),
          reviewer: user?.login,
        }),
      };
    },
  );

const release = rule(
  z.object({
    release: z.object({
      tag_name: Text(250),
      prerelease: z.boolean(),
      published_at: Time,
      author: User.nullish(),
    }),
    repository: Repository,
  }),
  ({ release: { tag_name, prerelease, published_at, author }, repository }) => ({
    subject: repository.full_name,
    eventType: "CONFIG_CHANGE",
    severity: "INFO",
    occurredAt: published_at,
    payload: present({
      kind: "RELEASE_PUBLISHED",
      repository: repository.full_name,
      version: tag_name,
      prerelease,
      changedBy: author?.login,
    }),
  }),
);

/** Deliveries that create events, by `X-GitHub-Event` and the body's `action`. All others only count as activity. */
const rules = new Map<string, Rule>([
  ["deployment.created", deployment],
  ["deployment_status.created", deploymentStatus],
  ["pull_request.closed", merged],
  ["pull_request_review.submitted", review(false)],
  ["pull_request_review.dismissed", review(true)],
  ["release.published", release],
]);
