export { fileReply } from "@/lib/http/file-reply";
export { parseNdjson } from "@/lib/http/json";
export { Reply, withFirstChunk } from "@/lib/http/reply";
export { prefers } from "@/lib/http/request";
export { operationOf, resource } from "@/lib/http/resource";
export { refuse, route } from "@/lib/http/route";
