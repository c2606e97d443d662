import type { EventType } from "@/lib/domains/audit-chain/vocabulary";
import type { IntegrationKind } from "@/lib/domains/integrations/vocabulary";

/** A line of what a product brings. */
interface ProductEvent {
  /** What happens there, as people say it. */
  what: string;
  /** How the product's webhook calls it. */
  topics: readonly string[];
  /** The event that it becomes; null: none, and what comes of it stands in `what`. */
  becomes: EventType | null;
}

/** What becomes an event of each product: the tables of `docs/integrations.md`, to be read at a glance. */
export const productEvents: Record<IntegrationKind, readonly ProductEvent[]> = {
  GITHUB: [
    { what: "A deployment is requested", topics: ["deployment"], becomes: "DEPLOYMENT" },
    { what: "A deployment succeeds, fails or is replaced", topics: ["deployment_status"], becomes: "DEPLOYMENT" },
    { what: "A pull request is merged", topics: ["pull_request"], becomes: "CONFIG_CHANGE" },
    {
      what: "A person reviews a pull request, or a review is dismissed",
      topics: ["pull_request_review"],
      becomes: "HUMAN_REVIEW",
    },
    { what: "A release is published", topics: ["release"], becomes: "CONFIG_CHANGE" },
  ],
  JIRA: [
    { what: "A person moves a ticket to another status", topics: ["jira:issue_updated"], becomes: "HUMAN_REVIEW" },
    {
      what: "A ticket is made, changed otherwise, or deleted",
      topics: ["jira:issue_created", "jira:issue_updated", "jira:issue_deleted"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A ticket or a comment names an event (evt_…): it stands beside that event from then on",
      topics: ["comment_created", "comment_updated"],
      becomes: null,
    },
  ],
  MLFLOW: [
    { what: "A version of a model is registered", topics: ["model_version.created"], becomes: "TRAINING_COMPLETED" },
    {
      what: "An alias is given to a version, of a model or of a prompt",
      topics: ["model_version_alias.created", "prompt_alias.created"],
      becomes: "DEPLOYMENT",
    },
    {
      what: "An alias is taken away",
      topics: ["model_version_alias.deleted", "prompt_alias.deleted"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A registered model, a prompt or a version of one is new",
      topics: ["registered_model.created", "prompt.created", "prompt_version.created"],
      becomes: "CONFIG_CHANGE",
    },
    {
      what: "A tag is set or deleted; of its value the event has the hash",
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
