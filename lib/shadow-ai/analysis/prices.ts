import { type PriceRow, priceLists } from "@/lib/shadow-ai/analysis/data/prices";
import type { ServiceCategory } from "@/lib/shadow-ai/vocabulary";

/** US dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
}

/** Providers that sell models of another at that one's prices. */
const sellers: Record<string, string> = { github: "openai", microsoft: "openai" };

/** What clouds, gateways and hubs write before a model's name. */
const vendorPrefix =
  /^(?:(?:us|eu|apac|global)\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|moonshot|openai|qwen)\./;

const newestRows = priceLists.flatMap(({ provider, prices }) => newest(prices).map((row) => ({ provider, ...row })));

/**
 * What a provider asks for its models. Of several models the median; where none is known, the median of the provider's, and of
 * an unknown provider that of all. `byModel`: whether it is the price of the very models.
 */
export function priceFor(
  providerId: string,
  models: string[],
  category: ServiceCategory,
): { price: Price; byModel: boolean } {
  const seller = sellers[providerId] ?? providerId;
  const named = models.flatMap((model) => rowOf(model, seller) ?? []);
  if (named.length > 0) return { price: medianPrice(named), byModel: named.length === models.length };
  const isEmbedding = category === "EMBEDDING_API";
  const candidates = newestRows.filter(({ output }) => isEmbedding === (output === 0));
  const own = candidates.filter(({ provider }) => provider === seller);
  return { price: medianPrice(own.length > 0 ? own : candidates), byModel: false };
}

/** The row whose name is the longest beginning of the model's; the provider's own before others'. */
function rowOf(model: string, provider: string): (PriceRow & { provider: string }) | undefined {
  const name = model.trim().toLowerCase().replace(/^.*\//, "").replace(vendorPrefix, "");
  const rows = newestRows.filter((row) => isBeginning(row.model, name));
  const longest = (some: typeof rows) => some.toSorted((one, other) => other.model.length - one.model.length)[0];
  return longest(rows.filter((row) => row.provider === provider)) ?? longest(rows);
}

/** `gpt-4` begins `gpt-4-0613`, and neither `gpt-4o` nor `gpt-4.1`. */
function isBeginning(beginning: string, name: string): boolean {
  return name.startsWith(beginning) && /^(?:$|[-:@_])/.test(name.slice(beginning.length));
}

function newest(rows: PriceRow[]): PriceRow[] {
  return rows.filter(
    (row) => !rows.some((other) => other.model === row.model && other.effectiveFrom > row.effectiveFrom),
  );
}

function medianPrice(prices: Price[]): Price {
  return { input: median(prices.map(({ input }) => input)), output: median(prices.map(({ output }) => output)) };
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
