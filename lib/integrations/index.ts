export { forgetDeliveries, listDeliveries } from "@/lib/integrations/deliveries";
export { disconnectSilent } from "@/lib/integrations/disconnect-silent";
export {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  reencryptIntegrationSecrets,
  rotateIntegrationSecret,
  updateIntegration,
  versionOf,
} from "@/lib/integrations/integrations";
export { receiveDelivery } from "@/lib/integrations/receive-delivery";
export { getEventWithTickets, unlinkTickets } from "@/lib/integrations/tickets";
