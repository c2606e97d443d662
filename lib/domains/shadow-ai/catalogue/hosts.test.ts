import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import type { ServiceCategory } from "@/lib/domains/shadow-ai/enums";

const catalogue = makeCatalogue();

/** Hosts of each rule type: host, provider, category and, if different, the host that it is attributed to. */
type Row = [host: string, provider: string, category: ServiceCategory, countsFor?: string];

const known: Row[] = [
  ["api.openai.com", "openai", "LLM_API"],
  ["chatgpt.com", "openai", "CHAT_APP"],
  ["files.oaiusercontent.com", "openai", "SUPPORTING", "chatgpt.com"],
  ["contoso-risk.openai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["api.githubcopilot.com", "github", "CODING_ASSISTANT"],
  ["proxy.individual.githubcopilot.com", "github", "CODING_ASSISTANT", "api.githubcopilot.com"],
  ["bedrock-runtime.us-east-1.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["runtime.sagemaker.eu-west-1.amazonaws.com", "aws", "ML_PLATFORM"],
  ["openrouter.ai", "openrouter", "AGGREGATOR"],
  ["huggingface.co", "hugging-face", "MODEL_HUB"],
  ["someone-demo.hf.space", "hugging-face", "MODEL_HUB", "hf.space"],
  ["www.notion.so", "notion", "WRITING", "notion.so"],
  ["api.pinecone.io", "pinecone", "VECTOR_DB"],
  ["us.cloud.langfuse.com", "langfuse", "LLM_OPS", "cloud.langfuse.com"],
];

describe("a catalogue host", () => {
  it.each(known)("%s belongs to %s: %s", (host, provider, category, countsFor) => {
    const match = catalogue.explain(host);
    expect(match).toMatchObject({ entry: { provider: { id: provider }, category }, ignored: false });
    expect(match?.entry.canonicalHost).toBe(countsFor);
    expect(match?.why).toContain(host);
  });

  it.each(catalogue.entries.map(({ host }) => host).filter((host) => !/[*<]/.test(host)))(
    "%s has no lookalikes",
    (host) => {
      const lookAlikes = [
        `evil${host}`,
        `${host}.evil.example`,
        `${host}evil`,
        `${host.replaceAll(".", "-")}.example`,
        host.replaceAll(".", "x"),
        // Replacing the first letter by a Cyrillic, Greek or full-width one could normalise to the same host.
        host.replace(/\.([a-z])/, ".\u0430$1"),
      ];
      // Subdomains of a wildcard's domain match, so only other domains are lookalikes.
      const foreign = lookAlikes.filter((other) => !isBelow(other, host));
      expect(foreign.filter((other) => catalogue.explain(other) !== null)).toEqual([]);
    },
  );

  it("matches in any common form", () => {
    const host = fc.constantFrom(...known.map(([name]) => name));
    const written = fc
      .tuple(
        host,
        fc.constantFrom("", "https://", "HTTP://", "wss://"),
        fc.constantFrom("", ".", "。"),
        fc.constantFrom("", ":443", ":8443", ":"),
        fc.constantFrom("", "/v1/models", "?q=1", "#top"),
        fc.infiniteStream(fc.boolean()),
      )
      .map(([name, scheme, end, port, rest, upper]) => {
        const cased = [...name].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join("");
        return { name, text: ` ${scheme}${cased}${end}${port}${rest} ` };
      });
    fc.assert(
      fc.property(written, ({ name, text }) => {
        expect(catalogue.explain(text)?.entry.id).toBe(catalogue.explain(name)?.entry.id);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a host that is not an AI service", () => {
  it.each([
    "openai.com",
    "status.openai.com",
    "docs.perplexity.ai",
    "docs.pinecone.io",
    "www.googleapis.com",
    "bedrock.us-east-1.amazonaws.com",
    "desktop-release.codewhisperer.us-east-1.amazonaws.com",
    "bedrock-runtime.us-east-1.amazonaws.com.evil.example",
    "bedrock-runtime.-.amazonaws.com",
    "us-central1-evilaiplatform.googleapis.com",
    "a.b-aiplatform.googleapis.com",
    "openai.azure.com",
    "contoso.evilopenai.azure.com",
    "bedrock-runtime.us-east-1.evilamazonaws.com",
    "com",
    "localhost",
    "10.20.30.x",
    "2001:db8::1",
    "chаtgpt.com",
    "сlaude.ai",
    "xn--chtgpt-5nf.com",
  ])("%s has no entry", (host) => {
    expect(catalogue.explain(host)).toBeNull();
  });

  it.each([
    "",
    " ",
    ".",
    "https://",
    "a..b",
    ".api.openai.com",
    "\0",
    "..",
    "[::1",
    "http://[",
    "a".repeat(300),
    "*",
    "*.openai.com",
  ])("%j has no entry and does not throw", (text) => {
    expect(catalogue.explain(text)).toBeNull();
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        catalogue.explain(text);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  ["models.inference.ai.azure.com", "exact", "models.inference.ai.azure.com"],
  ["api.perplexity.ai", "exact", "api.perplexity.ai"],
  ["router.huggingface.co", "exact", "router.huggingface.co"],
  ["api.dev.runwayml.com", "exact", "api.dev.runwayml.com"],
  ["cdn-lfs.huggingface.co", "wildcard", "*.huggingface.co"],
  ["a.b.openai.azure.com", "wildcard", "*.openai.azure.com"],
  ["us-east4-aiplatform.googleapis.com", "pattern", "<region>-aiplatform.googleapis.com"],
])("the most specific rule applies to %s: %s %s", (host, rule, id) => {
  expect(catalogue.explain(host)).toMatchObject({ rule, entry: { id } });
});

function isBelow(other: string, host: string): boolean {
  const domain = host.split(".").slice(-2).join(".");
  return other.endsWith(`.${domain}`);
}
