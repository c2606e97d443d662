import type { IgnoredReason, IntegrationKind } from "@/lib/domains/integrations/vocabulary";

interface ProductWords {
  name: string;
  /** What connecting it brings, in a sentence. */
  brings: string;
  /** What its rules match by, as a field is called, with an example. */
  match: string;
  matchExample: string;
}

/** What people are told of each product. */
export const productWords: Record<IntegrationKind, ProductWords> = {
  GITHUB: {
    name: "GitHub",
    brings: "Deployments, merged pull requests, reviews and releases of the repositories that your models live in.",
    match: "Repository",
    matchExample: "example-bank/credit-scoring",
  },
  JIRA: {
    name: "Jira",
    brings: "Tickets about a model: made, moved and changed. A ticket that names an event is linked to it.",
    match: "Project key",
    matchExample: "RISK",
  },
  MLFLOW: {
    name: "MLflow",
    brings: "New versions in the model registry, their tags, and which version an alias such as champion serves.",
    match: "Registered model or prompt",
    matchExample: "credit-scoring",
  },
};

/** Why no event was made of a delivery. */
export const reasonWords: Record<IgnoredReason, string> = {
  no_event: "Such things become no event",
  no_model: "No rule names a model for it",
};
