export { deleteOldDeliveries, listDeliveries } from "@/lib/domains/integrations/deliveries";
export { disconnectSilent } from "@/lib/domains/integrations/disconnect-silent";
export {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  reencryptIntegrationSecrets,
  rotateIntegrationSecret,
  updateIntegration,
  versionOf,
} from "@/lib/domains/integrations/integrations";
export { receiveDelivery } from "@/lib/domains/integrations/receive-delivery";
export { getEventWithTickets, unlinkTickets } from "@/lib/domains/integrations/tickets";
export {
  createIssue,
  findIssue,
  IssueError,
  listTicketTargets,
  requireTicketTarget,
} from "@/lib/domains/integrations/tickets/issues";
export type { CreatedIssue, NewIssue, TicketTarget } from "@/lib/domains/integrations/tickets/products";
