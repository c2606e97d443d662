import { pathRules } from "@/lib/shadow-ai/catalogue/data/path-rules";

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
