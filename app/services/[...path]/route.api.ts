/** Serves the intakes in development. In production, the server does (server/dispatcher.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/v1/[[...path]]/route.api";

export const dynamic = "force-dynamic";
