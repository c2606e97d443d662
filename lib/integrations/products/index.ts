import { github } from "@/lib/integrations/products/github";
import { jira } from "@/lib/integrations/products/jira";
import { mlflow } from "@/lib/integrations/products/mlflow";
import type { Product } from "@/lib/integrations/products/product";
import type { IntegrationKind } from "@/lib/integrations/vocabulary";

/** What is known of each product. */
export const products: Record<IntegrationKind, Product> = { GITHUB: github, JIRA: jira, MLFLOW: mlflow };
