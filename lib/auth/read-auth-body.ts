import { readBody, requireMediaType } from "@/lib/http/body";
import { parseStrictJson } from "@/lib/http/json";

const bytesMax = 16 * 1024;
const form = "application/x-www-form-urlencoded";

/** The members of a form, or of a JSON object in its place. */
export async function readAuthBody(request: Request): Promise<Record<string, unknown>> {
  const type = requireMediaType(request, [form, "application/json"]);
  const text = await readBody(request, bytesMax);
  if (type === form) return Object.fromEntries(new URLSearchParams(text));
  const value = parseStrictJson(text);
  return value instanceof Object ? { ...value } : {};
}
