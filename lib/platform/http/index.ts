export { fileReply } from "@/lib/platform/http/file-reply";
export { parseNdjson } from "@/lib/platform/http/json";
export { Reply, withFirstChunk } from "@/lib/platform/http/reply";
export { prefers, rejectForeignPage } from "@/lib/platform/http/request";
export { operationOf, resource, resources } from "@/lib/platform/http/resource";
export { recordRoute, refuse, route } from "@/lib/platform/http/route";
