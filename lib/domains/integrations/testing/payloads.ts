/** Bodies as documented by the products, with fictitious names and addresses. */

const issue = {
  id: "10230",
  self: "https://example-bank.atlassian.net/rest/api/2/10230",
  key: "RISK-42",
  fields: {
    summary: "Review of declined applications",
    description: "Applications were declined that should have been referred.",
    status: { name: "In Progress", id: "3" },
    issuetype: { id: "10002", name: "Task", subtask: false },
    project: { id: "10000", key: "RISK", name: "Model risk" },
    priority: { name: "Medium", id: "3" },
    reporter: { accountId: "5b10a2844c20165700ede21g", displayName: "Mia Krystof", emailAddress: "mia@example.com" },
  },
};

const user = {
  self: "https://example-bank.atlassian.net/rest/api/2/user?accountId=557058%3A2b3a",
  accountId: "557058:c9ebf848-dfac-4c49-9408-dc34bd0e2d85",
  emailAddress: "ada@example.com",
  displayName: "Ada Analyst",
  active: true,
  timeZone: "Europe/London",
  accountType: "atlassian",
};

/** Webhook bodies of Jira Cloud, by event. */
export const jiraBodies = {
  created: {
    timestamp: 1763629200217,
    webhookEvent: "jira:issue_created",
    issue_event_type_name: "issue_created",
    user,
    issue,
    changelog: { id: "10210", items: [{ field: "status", fromString: null, toString: "To Do" }] },
  },
  transition: {
    timestamp: 1763629260000,
    webhookEvent: "jira:issue_updated",
    issue_event_type_name: "issue_generic",
    user,
    issue,
    changelog: {
      id: "10211",
      items: [
        { field: "resolution", fieldtype: "jira", from: null, fromString: null, to: "10000", toString: "Done" },
        {
          field: "status",
          fieldtype: "jira",
          fieldId: "status",
          from: "10000",
          fromString: "To Do",
          to: "3",
          toString: "In Progress",
        },
      ],
    },
  },
  edit: {
    timestamp: 1763629320000,
    webhookEvent: "jira:issue_updated",
    issue_event_type_name: "issue_updated",
    user,
    issue,
    changelog: {
      id: "10212",
      items: [
        { field: "summary", fieldtype: "jira", fromString: "Old words of a customer", toString: "New words" },
        { field: "description", fieldtype: "jira", fromString: "A", toString: "B" },
        { field: "description", fieldtype: "jira", fromString: "B", toString: "C" },
      ],
    },
  },
  commented: {
    timestamp: 1763629380000,
    webhookEvent: "comment_created",
    comment: { id: "10000", body: "See the event.", author: { accountId: user.accountId } },
    issue,
  },
  deleted: { timestamp: 1763629440000, webhookEvent: "jira:issue_deleted", user, issue },
} as const;

const envelope = (entity: string, action: string, data: { name: string } & Record<string, unknown>) => ({
  entity,
  action,
  timestamp: "2025-11-20T09:00:00.217217+00:00",
  data,
});

/** Webhooks of MLflow 3, by entity and action. */
export const mlflowBodies = {
  "registered_model.created": envelope("registered_model", "created", {
    name: "credit-scoring",
    tags: { team: "risk" },
    description: "Scores applications of Ada Lovelace and others",
  }),
  "model_version.created": envelope("model_version", "created", {
    name: "credit-scoring",
    version: "7",
    source: "s3://models/credit-scoring/7",
    run_id: "abcd1234abcd5678",
    tags: { owner: "ada@example.com" },
    description: null,
  }),
  "model_version_tag.set": envelope("model_version_tag", "set", {
    name: "credit-scoring",
    version: "7",
    key: "validation_status",
    value: "approved",
  }),
  "model_version_tag.deleted": envelope("model_version_tag", "deleted", {
    name: "credit-scoring",
    version: "7",
    key: "validation_status",
  }),
  "model_version_alias.created": envelope("model_version_alias", "created", {
    name: "credit-scoring",
    alias: "champion",
    version: "7",
  }),
  "model_version_alias.deleted": envelope("model_version_alias", "deleted", {
    name: "credit-scoring",
    alias: "champion",
  }),
  "prompt_version.created": envelope("prompt_version", "created", {
    name: "decline-letter",
    version: "3",
    template: "Dear {{name}}, …",
  }),
  "prompt_alias.created": envelope("prompt_alias", "created", {
    name: "decline-letter",
    alias: "production",
    version: "3",
  }),
} as const;
