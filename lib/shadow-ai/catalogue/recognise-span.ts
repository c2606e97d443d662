import { confidences } from "@/lib/shadow-ai/catalogue/confidence";
import { spanProviders } from "@/lib/shadow-ai/catalogue/data/span-providers";
import { dataEntries } from "@/lib/shadow-ai/catalogue/entries";
import { isPrivateHost } from "@/lib/shadow-ai/catalogue/host-name";
import { provider, selfHosted, unknownProvider } from "@/lib/shadow-ai/catalogue/providers";
import type { RecognisedUse } from "@/lib/shadow-ai/catalogue/types";
import type { ModelCall } from "@/lib/shadow-ai/records";

const byName = new Map(
  spanProviders.flatMap(({ names, entryId, endpoint }) => {
    const entry = dataEntries.find(({ id }) => id === entryId);
    if (!entry) throw new Error(`There is no entry ${entryId}.`);
    return names.map((name) => [name, { entry, endpoint }] as const);
  }),
);

/** The host that stands for the provider that a span names; undefined where the name is not known. */
export function spanEndpoint(call: ModelCall): string | undefined {
  return call.provider === null ? undefined : byName.get(call.provider.toLowerCase())?.endpoint;
}

/** What a span tells whose host, if it has one, is in no catalogue. */
export function recogniseSpan(call: ModelCall, host: string | null): RecognisedUse | null {
  const reasons = ["An instrumented application reported a call to a model"];
  const { span: confidence } = confidences;
  // Libraries of OpenAI call any server that speaks its language, and name OpenAI: what counts is where it stands.
  if (host !== null && isPrivateHost(host))
    return {
      entryId: null,
      provider: selfHosted,
      endpoint: host,
      category: "SELF_HOSTED",
      accessKind: "SELF_HOSTED",
      confidence,
      reasons,
    };
  const known = call.provider === null ? undefined : byName.get(call.provider.toLowerCase());
  if (known) {
    const { id, provider: owner, category, accessKind } = known.entry;
    return {
      entryId: id,
      provider: owner,
      endpoint: host ?? known.endpoint,
      category,
      accessKind,
      confidence,
      reasons,
    };
  }
  const owner = host === null ? namedProvider(call.provider) : unknownProvider(host);
  if (owner === null) return null;
  const endpoint = host ?? owner.name;
  return { entryId: null, provider: owner, endpoint, category: "UNKNOWN", accessKind: "API", confidence, reasons };
}

/** A provider of which a span tells the name alone. What it is called is chosen by whoever sends the span. */
function namedProvider(name: string | null) {
  const plain = (name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .slice(0, 63);
  return plain === "" ? null : provider(`unknown:${plain}`, plain, null);
}
