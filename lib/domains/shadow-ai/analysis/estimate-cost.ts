import { z } from "zod";
import json from "@/lib/domains/shadow-ai/analysis/prices.json" with { type: "json" };
import { median } from "@/lib/domains/shadow-ai/detect/statistics";
import type { AccessKind, CostBasis, ServiceCategory } from "@/lib/domains/shadow-ai/enums";

/** Inputs of a cost estimate. Unknown values are zero. */
export interface CostInputs {
  accessKind: AccessKind;
  category: ServiceCategory;
  providerId: string;
  calls: number;
  bytesOut: number;
  bytesIn: number;
  /** Streamed bytes, included in `bytesIn`. */
  streamedBytesIn: number;
  /** Reported by instrumented applications. */
  inputTokens: number;
  outputTokens: number;
  /** Model names from paths and applications. */
  models: string[];
}

/** In US cents, with the likely range. */
export interface CostEstimate {
  basis: CostBasis;
  cents: number;
  lowCents: number;
  highCents: number;
}

interface Tokens {
  input: number;
  output: number;
}

/** Categories priced per token. The cost of other services (seats, images, minutes, machines) does not follow from bytes. */
const tokenPriced: ReadonlySet<ServiceCategory> = new Set([
  "LLM_API",
  "LLM_API_CLOUD",
  "AGGREGATOR",
  "AI_GATEWAY",
  "AI_SERVICES",
  "EMBEDDING_API",
  "UNKNOWN",
]);

/** Initial assumptions, to be calibrated with invoices. An English token has about four characters. */
const bytesPerToken = {
  plain: 4,
  /** Bytes of a streamed event, which carries about one token. */
  streamed: 150,
};
/** Share of the sent bytes that is not JSON and headers. */
const textShare = 0.8;
/** Assumed for calls without further data. */
const typicalCall: Tokens = { input: 1_000, output: 300 };
/** Lower and upper uncertainty factors. */
const band = { low: 0.3, high: 3 };

const unknown: CostEstimate = { basis: "UNKNOWN", cents: 0, lowCents: 0, highCents: 0 };

/** Estimates the cost of a use: from measured tokens if available, otherwise from bytes, otherwise from calls. */
export function estimateCost(inputs: CostInputs): CostEstimate {
  if (inputs.category === "SELF_HOSTED" || inputs.accessKind === "SELF_HOSTED") return unknown;
  const measured: Tokens = { input: inputs.inputTokens, output: inputs.outputTokens };
  const bytes = inputs.accessKind === "API" && tokenPriced.has(inputs.category) ? tokensOfBytes(inputs) : none;
  const { price, byModel } = priceFor(inputs.providerId, inputs.models, inputs.category);
  // If the network saw far more bytes than the applications reported, only some clients are instrumented.
  if (count(measured) > 0 && centsOf(measured, price) >= centsOf(bytes, price) * band.low)
    return byModel ? exactly(centsOf(measured, price)) : estimate("MEASURED", centsOf(measured, price));
  if (count(bytes) > 0) return estimate("BYTES_ESTIMATED", centsOf(bytes, price));
  if (inputs.calls > 0 && inputs.accessKind === "API" && tokenPriced.has(inputs.category)) {
    const { input, output } = typicalCall;
    return estimate("CALLS_ESTIMATED", centsOf({ input: input * inputs.calls, output: output * inputs.calls }, price));
  }
  return unknown;
}

const none: Tokens = { input: 0, output: 0 };

function tokensOfBytes({ bytesOut, bytesIn, streamedBytesIn }: CostInputs): Tokens {
  const streamed = Math.min(streamedBytesIn, bytesIn);
  return {
    input: (textShare * bytesOut) / bytesPerToken.plain,
    output: (bytesIn - streamed) / bytesPerToken.plain + streamed / bytesPerToken.streamed,
  };
}

function count({ input, output }: Tokens): number {
  return input + output;
}

/** US dollars per million tokens. */
function centsOf({ input, output }: Tokens, price: { input: number; output: number }): number {
  return (input * price.input + output * price.output) / 10_000;
}

function exactly(cents: number): CostEstimate {
  const whole = Math.round(cents);
  return { basis: "MEASURED", cents: whole, lowCents: whole, highCents: whole };
}

function estimate(basis: CostBasis, cents: number): CostEstimate {
  return {
    basis,
    cents: Math.round(cents),
    lowCents: Math.round(cents * band.low),
    highCents: Math.round(cents * band.high),
  };
}

/** US dollars per million tokens. */
interface Price {
  input: number;
  output: number;
}

/** List price of the models whose name has this prefix. Embeddings have no output price. */
const PriceRow = z.strictObject({
  model: z.string().lowercase(),
  input: z.number().positive(),
  output: z.number().nonnegative(),
  /** When the price was announced, or when it was read. For a price change, add a row with a new date. */
  effectiveFrom: z.iso.date(),
});
type PriceRow = z.infer<typeof PriceRow>;

/** List prices without discounts for caching, batches or contracts, read through @pydantic/genai-prices. */
export const priceLists = z
  .array(
    z.strictObject({
      /** Provider id in the catalogue. */
      provider: z.string(),
      /** The only currency of estimates. */
      currency: z.literal("USD"),
      source: z.url({ protocol: /^https$/ }),
      prices: z.array(PriceRow),
    }),
  )
  .parse(json);

/** Providers that resell another provider's models at its prices. */
const sellers: Record<string, string> = { github: "openai", microsoft: "openai" };

/** Prefixes that clouds, gateways and hubs add to model names. */
const vendorPrefix =
  /^(?:(?:us|eu|apac|global)\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|moonshot|openai|qwen)\./;

const newestRows = priceLists.flatMap(({ provider, prices }) => newest(prices).map((row) => ({ provider, ...row })));

/**
 * A provider's price for models; the median of several. Falls back to the provider's median, then to the median of all
 * providers. `byModel`: whether all models were found.
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

/** The row with the longest matching prefix, preferably of the same provider. */
function rowOf(model: string, provider: string): (PriceRow & { provider: string }) | undefined {
  const name = model.trim().toLowerCase().replace(/^.*\//, "").replace(vendorPrefix, "");
  const rows = newestRows.filter((row) => isBeginning(row.model, name));
  const longest = (some: typeof rows) => some.toSorted((one, other) => other.model.length - one.model.length)[0];
  return longest(rows.filter((row) => row.provider === provider)) ?? longest(rows);
}

/** `gpt-4` matches `gpt-4-0613`, but not `gpt-4o` or `gpt-4.1`. */
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
