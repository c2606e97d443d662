export { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/api-keys/api-keys";
export { authenticateKey } from "@/lib/api-keys/authenticate-key";
