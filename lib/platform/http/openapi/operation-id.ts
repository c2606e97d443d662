import { firstSegment, resources } from "@/lib/platform/http/openapi/resources";
import type { Method } from "@/lib/platform/http/types";

const methodVerbs: Record<Method, string> = {
  GET: "get",
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

/**
 * First words of a last segment that name an action instead of a resource: `/audit/verify-chain`,
 * `/api-keys/{id}/rotate`.
 */
const actions = new Set([
  "accept",
  "approve",
  "close",
  "complete",
  "confirm",
  "disable",
  "explain",
  "export",
  "generate",
  "inspect",
  "mark",
  "recover",
  "redeliver",
  "reject",
  "release",
  "reset",
  "retry",
  "revoke",
  "rotate",
  "sign",
  "stream",
  "test",
  "undo",
  "verify",
  "withdraw",
]);

/**
 * The name of an operation, derived from its method and path alone, so that it changes only with them. `isList`: the
 * response is a page of a list.
 *
 * `GET /v1/audit` → `listAuditEvents`, `POST /v1/audit/verify` → `verifyAuditEvent`, `POST
 * /v1/webhooks/{id}/rotate-secret` → `rotateWebhookEndpointSecret`.
 */
export function operationId(method: Method, path: string, isList: boolean): string {
  const segments = path.split("/").slice(2);
  const last = segments.length - 1;
  const end = segments[last] ?? "";
  const { create = methodVerbs.POST } = resources[firstSegment(path)] ?? {};
  const verb = method === "POST" ? create : isList ? "list" : methodVerbs[method];

  const owner = segments.slice(0, last).reduce((name, _, i) => name + nameAt(segments, i), "");
  if (isParameter(end)) return verb + owner;
  if (last === 0) return verb + (isList ? plural(itemName(end)) : itemName(end));

  // A change of several resources.
  if (end === "bulk") return `update${plural(itemName(segments[0] ?? ""))}`;
  const [action = "", ...object] = end.split("-");
  if (!actions.has(action)) return verb + owner + pascal(isList || method === "GET" ? end : singular(end));
  if (object.length > 0 || last > 1) return action + owner + pascal(object.join("-"));
  const item = itemName(segments[0] ?? "");
  return action + (method === "GET" ? plural(item) : item);
}

/** The part of a name for a segment before the last: an item if an ID follows it, otherwise the segment itself. */
function nameAt(segments: string[], i: number): string {
  const segment = segments[i] ?? "";
  if (isParameter(segment)) return "";
  return i === 0 && isParameter(segments[1] ?? "") ? itemName(segment) : pascal(singular(segment));
}

function itemName(segment: string): string {
  return resources[segment]?.item ?? pascal(singular(segment));
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function pascal(words: string): string {
  return words.replace(/(?:^|[-._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

function plural(name: string): string {
  return /[^aeiou]y$/.test(name) ? name.replace(/y$/, "ies") : `${name}s`;
}
