import { asset, isAssetName } from "../../../swagger-ui";

export const dynamic = "force-dynamic";

/** The files of Swagger UI under versioned URLs. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ version: string; name: string }> },
): Promise<Response> {
  const { version, name } = await params;
  if (!isAssetName(name) || asset(name).version !== version) return new Response(null, { status: 404 });
  const { content, type } = asset(name);
  return new Response(content, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
