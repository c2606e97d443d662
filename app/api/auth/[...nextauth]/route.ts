import { authRoute } from "@/lib/auth/auth-route";

export const dynamic = "force-dynamic";

/** Signing in and out: see `handleAuth`. */
export const GET = authRoute;
export const POST = authRoute;
