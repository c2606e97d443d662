import { env } from "@/lib/platform/config/env";

export const dynamic = "force-dynamic";

let answer = "{}";

/**
 * What the benchmarks measure the API against: a handler that only parses JSON and answers it. POST answers its own body;
 * PUT sets the text that GET parses and answers. Absent (404) unless BENCHMARK_ROUTES is true.
 */
export async function POST(request: Request): Promise<Response> {
  return env().BENCHMARK_ROUTES ? json(await request.text()) : absent();
}

export async function PUT(request: Request): Promise<Response> {
  if (!env().BENCHMARK_ROUTES) return absent();
  answer = await request.text();
  return json(answer);
}

export async function GET(): Promise<Response> {
  return env().BENCHMARK_ROUTES ? json(answer) : absent();
}

function json(text: string): Response {
  return new Response(JSON.stringify(JSON.parse(text)), { headers: { "Content-Type": "application/json" } });
}

function absent(): Response {
  return new Response(null, { status: 404 });
}
