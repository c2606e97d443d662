import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { type ClientKind, data } from "@/lib/domains/shadow-ai/catalogue/data";

/** The meaning of a request path at an AI service. */
export interface PathMeaning {
  /** The request calls a model. */
  call: boolean;
  /** Model name in the path, if any. */
  model: string | null;
  /** The request uploads data that the service stores. */
  upload: "FILE_UPLOAD" | "FINE_TUNING" | null;
  /** Only model APIs have such paths, so they identify AI at any host. */
  distinct: boolean;
}

const rules = data.pathRules.map(({ pattern, ...rule }) => ({ ...rule, pattern: new RegExp(pattern) }));

/** All patterns combined, because most paths match none. */
const any = new RegExp(data.pathRules.map(({ pattern }) => pattern.replace("?<model>", "?:")).join("|"));

/** The meaning of a path without query string; null if unknown. */
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

/** Senders control the user agent, so the cache is bounded. */
const kinds = new BoundedCache<ClientKind>(2_000);

/** Client kind of a user agent: a full header, or product and version (`openai-python/1`). */
export function clientKind(token: string | null): ClientKind | null {
  if (token === null) return null;
  return kinds.get(token, () => findKind(token.trim().toLowerCase()));
}

function findKind(agent: string): ClientKind {
  let best: ClientKind = "OTHER";
  let length = 0;
  for (const [kind, prefixes] of data.clientPrefixes)
    for (const prefix of prefixes)
      if (prefix.length > length && startsWithProduct(agent, prefix)) [best, length] = [kind, prefix.length];
  return best;
}

/** A prefix must end at a product boundary, so that `go` does not match `google`. */
function startsWithProduct(agent: string, prefix: string): boolean {
  if (!agent.startsWith(prefix)) return false;
  return /[^a-z0-9]$/.test(prefix) || !/^[a-z0-9]/.test(agent.slice(prefix.length));
}
