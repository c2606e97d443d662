import { download, type Request, type Turn, trickle } from "@/lib/domains/shadow-ai/simulate/connection";
import type { Style } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** The common properties of a use's flows. */
export interface UseMark {
  use: number;
  kind: Flow["kind"];
  instrumented: boolean;
}

const bytesPerToken = 4;

/**
 * An unknown service, within the range of the known ones. Most vendors send token by token, a few gather some (Weiss et al.,
 * "What Was Your Prompt?", USENIX Security 2024).
 */
export function unknownStyle(random: Random): Style {
  return {
    messageBytes: Math.round(random.between(60, 320)),
    perPacket: random.chance(0.75) ? random.between(1, 1.3) : random.between(1.5, 4),
    perSecond: random.between(18, 110),
    waitMs: random.between(250, 1_500),
  };
}

/** Tokens of a prompt and its response. */
export interface Words {
  input: number;
  output: number;
}

/**
 * Medians of the conversations in the Azure LLM inference traces (Patel et al., "Splitwise", ISCA 2024), and of code
 * completion. Both are widely skewed.
 */
export const speech = {
  conversation: { input: 1_020, output: 129 },
  code: { input: 1_500, output: 13 },
} as const;

export function words(random: Random, { input, output }: Words): Words {
  return {
    input: Math.min(100_000, Math.max(12, Math.round(random.skewed(input, 0.9)))),
    output: Math.min(4_000, Math.max(4, Math.round(random.skewed(output, 0.9)))),
  };
}

/** Bytes of a request with its headers. */
export function promptBytes(tokens: number): number {
  return 750 + tokens * bytesPerToken;
}

/** The response token by token. */
export function streamed(random: Random, request: Request, style: Style, outputTokens: number): Turn {
  const waitMs = random.skewed(style.waitMs, 0.4);
  const perSecond = random.skewed(style.perSecond, 0.25);
  return trickle({ method: "POST", ...request, ...style, messages: outputTokens, waitMs, perSecond });
}

/** The complete response after the last token. */
export function whole(random: Random, request: Request, style: Style, outputTokens: number): Turn {
  const waitMs = random.skewed(style.waitMs, 0.4) + (outputTokens / random.skewed(style.perSecond, 0.25)) * 1_000;
  const bytes = 900 + outputTokens * bytesPerToken;
  return download({ method: "POST", ...request, bytes, waitMs, bytesPerSecond: 2_000_000 });
}
