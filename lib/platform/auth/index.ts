export { currentSession } from "@/lib/platform/auth/page-context";
export { returnPath } from "@/lib/platform/auth/return-path";
export { openIdConfig } from "@/lib/platform/auth/sign-in-with-openid";
