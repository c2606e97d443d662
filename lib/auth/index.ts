export { currentSession } from "@/lib/auth/page-context";
export { returnPath } from "@/lib/auth/return-path";
export { openIdConfig } from "@/lib/auth/sign-in-with-openid";
