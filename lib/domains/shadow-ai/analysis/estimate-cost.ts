import { type PriceRow, priceLists } from "@/lib/domains/shadow-ai/analysis/data/prices";
import type { AccessKind, CostBasis, ServiceCategory } from "@/lib/domains/shadow-ai/vocabulary";

/** What is known of a use that its cost can be estimated from. Zero is also what is not known. */
export interface CostInputs {
  accessKind: AccessKind;
  category: ServiceCategory;
  providerId: string;
  calls: number;
  bytesOut: number;
  bytesIn: number;
  /** Of `bytesIn`, what came as streams of events. */
  streamedBytesIn: number;
  /** As applications reported them. */
  inputTokens: number;
  outputTokens: number;
  /** Names of models, as paths and applications have them. */
  models: string[];
}

/** In US cents, with the band that the true cost is likely in. */
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

/** What is priced by tokens. Of anything else bytes tell no cost: it is paid by seats, images, minutes or machines. */
const tokenPriced: ReadonlySet<ServiceCategory> = new Set([
  "LLM_API",
  "LLM_API_CLOUD",
  "AGGREGATOR",
  "AI_GATEWAY",
  "AI_SERVICES",
  "EMBEDDING_API",
  "UNKNOWN",
]);

/** Starting values, to be compared with bills. A token of English is about four characters. */
const bytesPerToken = {
  plain: 4,
  /** An event of a stream has some 150 bytes around the one token that it brings. */
  streamed: 150,
};
/** Of what is sent, the rest being what JSON and headers add. */
const textShare = 0.8;
/** Of a call of which nothing else is known. */
const typicalCall: Tokens = { input: 1_000, output: 300 };
/** What an estimate may be off by, downwards and upwards. */
const band = { low: 0.3, high: 3 };

const unknown: CostEstimate = { basis: "UNKNOWN", cents: 0, lowCents: 0, highCents: 0 };

/** What a use has cost. Tokens that were measured come first, then bytes, then calls; bases are never mixed. */
export function estimateCost(inputs: CostInputs): CostEstimate {
  if (inputs.category === "SELF_HOSTED" || inputs.accessKind === "SELF_HOSTED") return unknown;
  const measured: Tokens = { input: inputs.inputTokens, output: inputs.outputTokens };
  const bytes = inputs.accessKind === "API" && tokenPriced.has(inputs.category) ? tokensOfBytes(inputs) : none;
  const { price, byModel } = priceFor(inputs.providerId, inputs.models, inputs.category);
  // Where the network saw far more than applications reported, these were only some of those that use the service.
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

/** Prices are US dollars for a million tokens. */
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
