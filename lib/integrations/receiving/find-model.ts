import { products } from "@/lib/integrations/products";
import type { StoredIntegration } from "@/lib/integrations/store";

/** The governed model that a thing of the product is: by the first rule that fits, else the default; null: none. */
export function findModelOf(
  { kind, models, defaultModelId }: Pick<StoredIntegration, "kind" | "models" | "defaultModelId">,
  subject: string,
): string | null {
  const fold = (text: string) => (products[kind].isCaseSensitive ? text : text.toLowerCase());
  const folded = fold(subject);
  const rule = models.find(({ match }) =>
    match.endsWith("*") ? folded.startsWith(fold(match.slice(0, -1))) : folded === fold(match),
  );
  return rule?.modelId ?? defaultModelId;
}
