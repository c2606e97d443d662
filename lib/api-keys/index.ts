export { authenticateKey } from "@/lib/api-keys/authenticate-key";
export { createApiKey } from "@/lib/api-keys/create-api-key";
export { getApiKey } from "@/lib/api-keys/get-api-key";
export { listApiKeys } from "@/lib/api-keys/list-api-keys";
export { revokeApiKey } from "@/lib/api-keys/revoke-api-key";
export { rotateApiKey } from "@/lib/api-keys/rotate-api-key";
