export { attemptDelivery } from "@/lib/webhooks/attempt-delivery";
export { getDelivery, listDeliveries, recover, redeliver, testEndpoint } from "@/lib/webhooks/deliveries";
export { deleteOldDeliveries } from "@/lib/webhooks/delivery-store";
export {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  reencryptEndpointSecrets,
  rotateSecret,
  updateEndpoint,
} from "@/lib/webhooks/endpoints";
export { evaluateHealth, mailFailures, settleMs, sweepDeliveries, sweepUnmailedFailures } from "@/lib/webhooks/health";
export { publish, publishMany, redactMessages } from "@/lib/webhooks/publish";
export {
  listUntoldCheckpoints,
  publishChain,
  publishChainVerified,
  publishCheckpoints,
  publishIntegrityFailure,
} from "@/lib/webhooks/publish-chain";
