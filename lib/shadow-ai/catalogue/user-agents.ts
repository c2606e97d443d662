import { clientPrefixes } from "@/lib/shadow-ai/catalogue/data/clients";

/** What kind of program a client is. */
export type ClientKind = "AI_SDK" | "AGENT" | "CODING_TOOL" | "HTTP_LIBRARY" | "BROWSER" | "OTHER";

/** Products are few; but who sends logs chooses the text. */
const cacheMax = 2_000;
const cache = new Map<string, ClientKind>();

/** What kind of program a user agent is of: a whole header, or product and version alone (`openai-python/1`). */
export function clientKind(token: string | null): ClientKind | null {
  if (token === null) return null;
  const known = cache.get(token);
  if (known !== undefined) return known;
  const kind = findKind(token.trim().toLowerCase());
  if (cache.size >= cacheMax) cache.clear();
  cache.set(token, kind);
  return kind;
}

function findKind(agent: string): ClientKind {
  let best: ClientKind = "OTHER";
  let length = 0;
  for (const [kind, prefixes] of clientPrefixes)
    for (const prefix of prefixes)
      if (prefix.length > length && startsWithProduct(agent, prefix)) [best, length] = [kind, prefix.length];
  return best;
}

/** `go` is no beginning of `google`: a product ends where a character of another kind follows, unless the prefix ends so. */
function startsWithProduct(agent: string, prefix: string): boolean {
  if (!agent.startsWith(prefix)) return false;
  return /[^a-z0-9]$/.test(prefix) || !/^[a-z0-9]/.test(agent.slice(prefix.length));
}
