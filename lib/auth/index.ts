export { openIdConfig } from "@/lib/auth/openid-config";
export { currentSession } from "@/lib/auth/page-context";
export { returnPath } from "@/lib/auth/return-path";
