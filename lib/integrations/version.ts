import { Integration } from "@/lib/integrations/schemas";

/** What tells one version of an integration from another: its settings, not what deliveries move, nor where the service is. */
const Settings = Integration.omit({
  receiverUrl: true,
  status: true,
  lastSeenAt: true,
  disconnectedAt: true,
  figures: true,
});

/** What the entity tag of an integration is made of. Deliveries come at any time, and must refuse nobody's change. */
export function versionOf(integration: Integration): object {
  return Settings.parse(integration);
}
