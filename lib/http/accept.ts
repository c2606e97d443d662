/**
 * Whether a request's `Accept` (RFC 9110, 12.5.1) names a media type and prefers it to JSON. A range with a star asks for
 * nothing in particular, so that JSON is what most get.
 */
export function prefers(request: Request, type: string): boolean {
  const weights = new Map<string, number>();
  for (const part of (request.headers.get("accept") ?? "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(range, weight === undefined ? 1 : Number(weight) || 0);
  }
  const wanted = weights.get(type) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}
