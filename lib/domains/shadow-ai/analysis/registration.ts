import { rangesCover } from "@/lib/domains/shadow-ai/analysis/factors";
import { findProviderId, hostMatches } from "@/lib/domains/shadow-ai/catalogue";

/** The part of a registered model that defines its approved use. */
export interface GovernedModel {
  id: string;
  /** As entered by the organisation. */
  provider: string | null;
  allowedEndpoints: AllowedEndpoint[];
}

interface AllowedEndpoint {
  /** A host, or `*.` and a domain for all its subdomains. */
  host: string;
  /** Default: all departments. */
  departments?: string[] | undefined;
  /** CIDR notation. Default: any address. */
  ipRanges?: string[] | undefined;
}

/** A use to look up among the registered models. */
interface RegisteredUse {
  providerId: string;
  endpoint: string;
  department: string | null;
  /** Masked. */
  ranges: string[];
}

interface Registration {
  /** A model names the provider or may use the host. */
  providerRegistered: boolean;
  /** A model may use the host, possibly for other departments or ranges. */
  endpointAllowed: boolean;
  /** A model whose endpoints match host and department, if such endpoints match every range. */
  coveredBy: string | null;
}

/** Matches a use against the registered models. */
export function registrationOf(models: GovernedModel[], use: RegisteredUse): Registration {
  let providerRegistered = false;
  let endpointAllowed = false;
  for (const model of models) {
    const allowed = model.allowedEndpoints.filter(({ host }) => hostMatches(host, use.endpoint));
    endpointAllowed ||= allowed.length > 0;
    providerRegistered ||= allowed.length > 0 || isSameProvider(model.provider, use.providerId);
  }
  const isCovered = endpointAllowed && uncoveredRanges(models, use).length === 0;
  const coveredBy = isCovered ? coveringModel(models, { ...use, ranges: use.ranges.slice(0, 1) }) : null;
  return { providerRegistered, endpointAllowed, coveredBy };
}

/** The ranges in which no model covers the use. */
export function uncoveredRanges(models: GovernedModel[], use: RegisteredUse): string[] {
  return use.ranges.filter((range) => coveringModel(models, { ...use, ranges: [range] }) === null);
}

function coveringModel(models: GovernedModel[], use: RegisteredUse): string | null {
  const model = models.find(({ allowedEndpoints }) =>
    allowedEndpoints.some((endpoint) => hostMatches(endpoint.host, use.endpoint) && covers(endpoint, use)),
  );
  return model?.id ?? null;
}

function isSameProvider(name: string | null, providerId: string): boolean {
  return name !== null && findProviderId(name) === providerId;
}

/** All restrictions of the endpoint must match; unknown values do not match. */
function covers({ departments, ipRanges }: AllowedEndpoint, use: RegisteredUse): boolean {
  if (departments !== undefined && !departments.some((name) => isSameDepartment(name, use.department))) return false;
  return ipRanges === undefined || rangesCover(ipRanges, use.ranges);
}

function isSameDepartment(one: string, other: string | null): boolean {
  return other !== null && plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
