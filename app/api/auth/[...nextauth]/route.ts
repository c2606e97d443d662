import { authRoute } from "@/lib/platform/auth/handle-auth";

export const dynamic = "force-dynamic";

export const GET = authRoute;
export const POST = authRoute;
