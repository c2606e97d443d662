import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";

interface ProductEvent {
  what: string;
  /** The names in the product's webhooks. */
  topics: readonly string[];
  /** The event that is recorded, if any. */
  becomes: EventType | null;
}

/** The events of each product: a summary of the tables in `docs/integrations.md`. */
export const productEvents: Record<IntegrationKind, readonly ProductEvent[]> = {
  GITHUB: [
    { what: "A deployment is requested", topics: ["deployment"], becomes: "DEPLOYMENT" },
    { what: "A deployment succeeds, fails or is replaced", topics: ["deployment_status"], becomes: "DEPLOYMENT" },
    { what: "A pull request is merged", topics: ["pull_request"], becomes: "CONFIG_CHANGE" },
    {
      what: "A pull request review is submitted or dismissed, except by a bot",
      topics: ["pull_request_review"],
      becomes: "HUMAN_REVIEW",
    },
    { what: "A release is published", topics: ["release"], becomes: "CONFIG_CHANGE" },
  ],
  JIRA: [
    { what: "A person moves a ticket to another status", topics: ["jira:issue_updated"], becomes: "HUMAN_REVIEW" },
    {
      what: "A ticket is created, deleted or updated (except when a person moves it to another status)",
      topics: ["jira:issue_created", "jira:issue_updated", "jira:issue_deleted"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A ticket or comment mentions an event (evt_…). The ticket is linked to that event.",
      topics: ["comment_created", "comment_updated"],
      becomes: null,
    },
  ],
  MLFLOW: [
    { what: "A model version is registered", topics: ["model_version.created"], becomes: "TRAINING_COMPLETED" },
    {
      what: "An alias is assigned to a model version or prompt version",
      topics: ["model_version_alias.created", "prompt_alias.created"],
      becomes: "DEPLOYMENT",
    },
    {
      what: "An alias is removed",
      topics: ["model_version_alias.deleted", "prompt_alias.deleted"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A registered model, a prompt or a prompt version is created",
      topics: ["registered_model.created", "prompt.created", "prompt_version.created"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A tag is set or deleted. The event contains a hash of the tag's value.",
      topics: [
        "model_version_tag.set",
        "model_version_tag.deleted",
        "prompt_tag.set",
        "prompt_tag.deleted",
        "prompt_version_tag.set",
        "prompt_version_tag.deleted",
      ],
      becomes: "CONFIG_CHANGE",
    },
  ],
};
