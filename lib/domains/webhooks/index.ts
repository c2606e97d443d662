export { getDelivery, listDeliveries, recover, redeliver, testEndpoint } from "@/lib/domains/webhooks/deliveries";
export { deleteOldDeliveries } from "@/lib/domains/webhooks/delivery-store";
export { drainEndpoint, sweepDueEndpoints } from "@/lib/domains/webhooks/drain-endpoint";
export {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  listFailingEndpoints,
  reencryptEndpointSecrets,
  rotateSecret,
  updateEndpoint,
  versionOf,
} from "@/lib/domains/webhooks/endpoints";
export {
  evaluateHealth,
  notifyFailures,
  settleMs,
  sweepUnmailedFailures,
} from "@/lib/domains/webhooks/health";
export { countFailedSince } from "@/lib/domains/webhooks/health-store";
export { publish, publishMany, redactMessages } from "@/lib/domains/webhooks/publish";
export {
  listUnpublishedCheckpoints,
  publishChain,
  publishChainVerified,
  publishCheckpoints,
  publishIntegrityFailure,
} from "@/lib/domains/webhooks/publish-chain";
