import { providerRows } from "@/lib/shadow-ai/catalogue/data/providers";
import { spanProviders } from "@/lib/shadow-ai/catalogue/data/span-providers";
import { registrableDomain } from "@/lib/shadow-ai/catalogue/host-name";
import type { Provider } from "@/lib/shadow-ai/catalogue/types";

/** Who runs what stands in the organisation's own network. */
export const selfHosted: Provider = provider("self-hosted", "Self-hosted", null);

const known = new Map(
  Object.entries(providerRows).map(([id, { name, jurisdiction }]) => [id, provider(id, name, jurisdiction ?? null)]),
);

const byName = new Map<string, string>([
  ...spanProviders.flatMap(({ provider: id, names }) => names.map((name) => [plain(name), id] as const)),
  ...[...known.values()].flatMap(({ id, name }) => [[plain(name), id] as const, [plain(id), id] as const]),
]);

/** A provider of the catalogue; undefined where there is none of the id. */
export function knownProvider(id: string): Provider | undefined {
  return known.get(id);
}

/**
 * The id of the provider that people or programs call by a name: its id, its name, or the one of OpenTelemetry, in any case
 * and with any punctuation. Undefined where nobody is known by it.
 */
export function findProviderId(name: string): string | undefined {
  return byName.get(plain(name));
}

/** The provider of a host in no catalogue: whoever registered its domain. */
export function unknownProvider(host: string): Provider {
  const domain = registrableDomain(host);
  return provider(`unknown:${domain}`, domain, null);
}

/** A provider of which nothing but its name is known. */
export function provider(id: string, name: string, jurisdiction: string | null): Provider {
  return { id, name, jurisdiction, trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
