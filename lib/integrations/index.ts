export { forgetDeliveries, listDeliveries } from "@/lib/integrations/deliveries";
export { disconnectSilent } from "@/lib/integrations/disconnect-silent";
export {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  rotateIntegrationSecret,
  updateIntegration,
  versionOf,
} from "@/lib/integrations/integrations";
export { receiveDelivery } from "@/lib/integrations/receive-delivery";
export { reencryptIntegrationSecrets } from "@/lib/integrations/reencrypt-secrets";
export { getEventWithTickets, unlinkTickets } from "@/lib/integrations/tickets";
