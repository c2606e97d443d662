import { env } from "@/lib/platform/config/env";

export const dynamic = "force-dynamic";

let stored = "{}";

/**
 * The baseline of the benchmarks: parses and returns JSON. POST returns its body; GET returns the body of the last PUT. 404
 * unless BENCHMARK_ROUTES is true.
 */
export async function POST(request: Request): Promise<Response> {
  return env().BENCHMARK_ROUTES ? json(await request.text()) : notFound();
}

export async function PUT(request: Request): Promise<Response> {
  if (!env().BENCHMARK_ROUTES) return notFound();
  stored = await request.text();
  return json(stored);
}

export async function GET(): Promise<Response> {
  return env().BENCHMARK_ROUTES ? json(stored) : notFound();
}

function json(text: string): Response {
  return new Response(JSON.stringify(JSON.parse(text)), { headers: { "Content-Type": "application/json" } });
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}
