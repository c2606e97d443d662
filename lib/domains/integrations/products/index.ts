import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import { github } from "@/lib/domains/integrations/products/github";
import { jira } from "@/lib/domains/integrations/products/jira";
import { mlflow } from "@/lib/domains/integrations/products/mlflow";
import type { Product } from "@/lib/domains/integrations/products/product";

/** The implementation for each product. */
export const products: Record<IntegrationKind, Product> = { GITHUB: github, JIRA: jira, MLFLOW: mlflow };
