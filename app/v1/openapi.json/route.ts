import { resource } from "@/lib/platform/http";
import { readDocument } from "./document";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/openapi.json", { GET: readDocument });
