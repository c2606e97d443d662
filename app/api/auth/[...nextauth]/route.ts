import { authRoute } from "@/lib/platform/auth/handle-auth";

export const dynamic = "force-dynamic";

/** Signing in and out: see `handleAuth`. */
export const GET = authRoute;
export const POST = authRoute;
