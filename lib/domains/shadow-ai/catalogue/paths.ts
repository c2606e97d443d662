import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { clientPrefixes } from "@/lib/domains/shadow-ai/catalogue/data/clients";
import { pathRules } from "@/lib/domains/shadow-ai/catalogue/data/path-rules";

/** What a path tells of a request to an AI service. */
export interface PathMeaning {
  /** A model is called. */
  call: boolean;
  /** From the path; null where it names none. */
  model: string | null;
  /** What is handed over to stay there. */
  upload: "FILE_UPLOAD" | "FINE_TUNING" | null;
  /** Only APIs of models have such paths, so it tells one at whatever host. */
  distinct: boolean;
}

const rules = pathRules.map(({ pattern, ...rule }) => ({ ...rule, pattern: new RegExp(pattern) }));

/** All of them at once: most paths are of other things, and one look tells. */
const any = new RegExp(pathRules.map(({ pattern }) => pattern.replace("?<model>", "?:")).join("|"));

/** What a path, without query string, means at an AI service; null where nothing is known of it. */
export function pathMeaning(path: string): PathMeaning | null {
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (!any.test(plain)) return null;
  for (const { pattern, call, distinct, upload } of rules) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const model = match.groups?.model;
    return {
      call: call ?? false,
      model: model === undefined || model === "…" ? null : decoded(model),
      upload: upload ?? null,
      distinct: distinct ?? false,
    };
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What kind of program a client is. */
export type ClientKind = "AI_SDK" | "AGENT" | "CODING_TOOL" | "HTTP_LIBRARY" | "BROWSER" | "OTHER";

/** Products are few; but who sends logs chooses the text. */
const kinds = new BoundedCache<ClientKind>(2_000);

/** What kind of program a user agent is of: a whole header, or product and version alone (`openai-python/1`). */
export function clientKind(token: string | null): ClientKind | null {
  if (token === null) return null;
  return kinds.get(token, () => findKind(token.trim().toLowerCase()));
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
