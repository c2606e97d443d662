/** Maximum length of a header that is read. */
const headerMax = 1_000;

/** Parts that every browser names. */
const browserParts = new Set(
  "Mozilla AppleWebKit Gecko Mobile Version Safari Chrome Chromium Firefox Electron".split(" "),
);
/** Browsers that use an abbreviation. */
const browserNames = new Map([
  ["Edg", "Edge"],
  ["EdgA", "Edge"],
  ["EdgiOS", "Edge"],
  ["OPR", "Opera"],
  ["OPiOS", "Opera"],
  ["CriOS", "Chrome"],
  ["FxiOS", "Firefox"],
]);

/** Browser engines, used if no product is named. Most specific first. */
const engines: [name: string, called: string][] = [
  ["Electron", "Electron"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Chromium", "Chrome"],
  ["Version", "Safari"],
];

/** Languages and platforms that precede the library. */
const runtimes = new Set(["Python", "Java", "Node.js", "CPython", "CFNetwork", "Darwin"]);

/** Libraries without a version. Any other single word may be personal data. */
const versionless = new Set(
  (
    "LangChain langchain langchainjs llama-index llamaindex litellm node node-fetch undici axios got curl Wget " +
    "python-requests openai-python codex Deno Bun"
  ).split(" "),
);

/** A product with its version: `curl/8.4.0`, `OpenAI/Python 1.35.0`. */
const product = /(?:^|[\s;,])([A-Za-z][\w.+-]{0,31}(?:\/[A-Za-z][\w-]{0,15})?)[/ ]v?(\d{1,6})(?![\w-]*@)/g;
const singleProduct = /(?:^|[\s;,])([A-Za-z][\w.+-]{0,31})\/v?(\d{1,6})(?![\w-]*@)/g;
const suspicious = /\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|[A-Za-z0-9]{25,}/;

/**
 * The product and major version in a `User-Agent` header: `openai-python/1`, `OpenAI/Python/1`, `Chrome/126`. Browsers
 * and applications built on one keep their own name (`Edge/126`, `Slack/4`). Null without a product.
 */
export function userAgentToken(header: string): string | null {
  const text = header.slice(0, headerMax).trim();
  const readable = text.includes("%20") && !text.includes(" ") ? text.replaceAll("%20", " ") : text;
  const token = readable.startsWith("Mozilla/") ? browserToken(readable) : clientToken(readable);
  return token === null || suspicious.test(token) ? null : token;
}

function browserToken(header: string): string | null {
  const robot = /compatible; ([A-Za-z][\w-]{0,31})\/(\d{1,6})/.exec(header);
  if (robot) return `${robot[1]}/${robot[2]}`;
  const explorer = /MSIE (\d{1,3})|Trident\/.{0,200}?rv:(\d{1,3})/.exec(header);
  if (explorer) return `MSIE/${explorer[1] ?? explorer[2]}`;
  const products = productsOf(withoutComments(header), singleProduct);
  for (const [name, version] of products) {
    if (!browserParts.has(name)) return `${browserNames.get(name) ?? name}/${version}`;
  }
  for (const [name, called] of engines) {
    const version = products.get(name);
    if (version !== undefined) return `${called}/${version}`;
  }
  return null;
}

function clientToken(header: string): string | null {
  if (versionless.has(header)) return header;
  const products = [...productsOf(withoutComments(header), product)];
  const telling = products.find(([name]) => !runtimes.has(name)) ?? products[0];
  if (telling) return `${telling[0]}/${telling[1]}`;
  const first = /^[\w.-]{1,32}(?=[ /(])/.exec(header)?.[0];
  return first !== undefined && versionless.has(first) ? first : null;
}

/** Major version by name, in the order of the header; the first occurrence of a name applies. */
function productsOf(text: string, pattern: RegExp): Map<string, string> {
  const products = new Map<string, string>();
  for (const [, name = "", version = ""] of text.matchAll(pattern))
    if (!products.has(name)) products.set(name, version);
  return products;
}

/** Removes parenthesised comments, which describe the machine. */
function withoutComments(header: string): string {
  let depth = 0;
  let text = "";
  for (const character of header) {
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
}
