export { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/domains/api-keys/api-keys";
export { authenticateKey } from "@/lib/domains/api-keys/authenticate-key";
export { notifyExpiringKeys } from "@/lib/domains/api-keys/notify-expiring";
